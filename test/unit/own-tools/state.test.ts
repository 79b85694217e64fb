import { describe, expect, it } from 'vitest'
import { compareStates, findLeftover } from '../../../src/own-tools/state/compare-states.ts'
import { findChanging } from '../../../src/own-tools/state/find-changing.ts'
import { findOwnValues } from '../../../src/own-tools/state/own-values.ts'
import { readState } from '../../../src/own-tools/state/read-state.ts'
import type { Json } from '../../../src/shared/json.ts'

class Store {
  #rows = new Map([['a', 1]])
  count = (): number => this.#rows.size
}
class Hidden {
  #rows = 1
  static sum = ({ '#rows': rows = 0 }: Record<string, number>): number => rows
  get rows(): number {
    return this.#rows
  }
}
const circular: { rows: object[] } = { rows: [] }
circular.rows.push({ owner: circular })

describe('readState', () => {
  it('reads what JSON can hold, with dates, bigints and amounts as texts', () => {
    const shared = { id: 1 }
    const at = new Date(Date.UTC(2026, 3, 15))
    const state = {
      at,
      left: undefined,
      big: 12n,
      not: Number.NaN,
      list: [undefined, shared],
      shared,
      amount: { toJSON: () => '1.50' },
    }
    expect(readState(state)).toEqual({
      at: '2026-04-15T00:00:00.000Z',
      big: '12',
      not: 'NaN',
      list: [null, { id: 1 }],
      shared: { id: 1 },
      amount: '1.50',
    })
    expect(Object.keys(readState(JSON.parse('{"__proto__":1}')) as object)).toEqual(['__proto__'])
  })

  it.each([
    [undefined, 'its value is undefined. Return an object with the data that counts.'],
    [new Map(), 'its value is a Map. Return [...values.values()] instead.'],
    [{ shop: { orders: new Map() } }, 'shop/orders is a Map. Return [...orders.values()] instead.'],
    [{ orders: [{ tags: [new Set()] }] }, 'orders/0/tags/0 is a Set. Return [...tags.values()] instead.'],
    [{ next: Promise.resolve() }, 'next is a promise. Await it: state() may be async.'],
    [{ total: () => 1 }, 'total is a function. Return its result, or leave it out.'],
    [{ kind: Symbol('a') }, 'kind is a symbol. Return its description, or leave it out.'],
    [new Store(), 'count is a function. Return its result, or leave it out.'],
    [
      { store: new Hidden() },
      'store is an object of class Hidden without fields of its own. Return its data instead.',
    ],
    [
      { seen: new WeakSet() },
      'seen is an object of class WeakSet without fields of its own. Return its data instead.',
    ],
    [{ at: new Date('x') }, 'at is an invalid Date. Return null.'],
    [circular, 'rows/0/owner is an object that contains itself. Return its id instead.'],
  ])('refuses %o', (value, message) =>
    expect(() => readState(value)).toThrow(`Failed to read state(): ${message}`),
  )
})

const [ID, ID2, ID3, ID4] = ['a1b2c3d4-1', 'b1b2c3d4-2', 'c1b2c3d4-3', 'd1b2c3d4-4']
const [T1, T2, T3] = ['2026-04-15T10:00:00.000Z', '2026-04-16T12:03:04.005Z', '2026-04-15T10:00:00.001Z']

describe('findChanging', () => {
  it.each<[string, Json, Json, Partial<Record<'values' | 'times' | 'keyed' | 'leftOut', string[]>>]>([
    [
      'nothing, whatever the order of rows',
      { rows: [{ a: 1 }, { a: 2 }] },
      { rows: [{ a: 2 }, { a: 1 }] },
      {},
    ],
    ['numbers that agree to 12 digits', { sum: 0.1 + 0.2 }, { sum: 0.3 }, {}],
    ['ids', { rows: [{ id: ID, n: 1 }] }, { rows: [{ id: ID2, n: 1 }] }, { values: ['/rows/*/id'] }],
    [
      'times apart',
      { at: T1, rows: [{ t: null }, { t: 1776250000 }] },
      { at: T2, rows: [{ t: 1776350000 }, { t: null }] },
      { times: ['/at', '/rows/*/t'] },
    ],
    [
      'keys',
      { by: { [ID]: { n: 1 } } },
      { by: { [ID2]: { n: 1 } } },
      { keyed: ['/by'], values: ['/by/*/(key)'] },
    ],
    [
      'values below keys',
      { by: { [ID]: { at: T1 } } },
      { by: { [ID2]: { at: T2 } } },
      { keyed: ['/by'], values: ['/by/*/(key)'], times: ['/by/*/at'] },
    ],
    ['lists that grow', { log: [{ at: T1 }] }, { log: [{ at: T2 }, { at: T3 }] }, { leftOut: ['/log'] }],
    ['objects that grow', { cache: { a: 1 } }, { cache: { a: 1, b: 2 } }, { leftOut: ['/cache'] }],
    [
      'a field that comes and goes',
      { rows: [{ a: 1 }] },
      { rows: [{ a: 1, b: 2 }] },
      { leftOut: ['/rows/*/b'] },
    ],
    [
      'an id, not the text around it',
      { id: ID, log: [`made ${ID}.`] },
      { id: ID2, log: [`made ${ID2}.`] },
      { values: ['/id'] },
    ],
    [
      'a text with another number',
      { log: ['made 1 of it'] },
      { log: ['made 2 of it'] },
      { values: ['/log/*'] },
    ],
  ])('finds %s', (_, one, other, found) => {
    const changing = Object.entries(findChanging(one, other)).map(([kind, paths]) => [
      kind,
      [...paths].sort(),
    ])
    expect(Object.fromEntries(changing)).toEqual({ values: [], times: [], keyed: [], leftOut: [], ...found })
  })
})

const order = (id: string, total: number, more: object = {}): Json => ({ id, total, ...more })

const row = (n: number, t: number | null) => ({ n, t })

/** Reference, second run, a state that is right, a state that is wrong, and what is said of it. */
const RULES: Record<string, [Json, Json, right: Json, wrong: Json, string[]]> = {
  'plain values': [
    { a: 1, b: null },
    { a: 1, b: null },
    { b: null, a: 1 },
    { a: 1, b: 0 },
    ['b: 0, expected null'],
  ],
  'no field more': [{ a: {} }, { a: {} }, { a: {} }, { a: { b: 1 } }, ['a/b: 1, expected nothing']],
  'no field less': [
    { a: { b: [] } },
    { a: { b: [] } },
    { a: { b: [] } },
    { a: {} },
    ['a/b: nothing, expected []'],
  ],
  'a state that is not an object': [1, 1, 1, 2, ['state(): 2, expected 1']],
  'lists of objects as multisets': [
    { rows: [{ a: 1 }, { a: 2 }, { a: 2 }] },
    { rows: [{ a: 1 }, { a: 2 }, { a: 2 }] },
    { rows: [{ a: 2 }, { a: 1 }, { a: 2 }] },
    { rows: [{ a: 1 }, { a: 1 }, { a: 2 }] },
    ['rows: one row is missing: {"a":2}', 'rows: one row more: {"a":1}'],
  ],
  'other lists ordered': [
    { l: [1, 2] },
    { l: [1, 2] },
    { l: [1, 2] },
    { l: [2, 1] },
    ['l/0: 2, expected 1', 'l/1: 1, expected 2'],
  ],
  'numbers to 12 digits': [
    { sum: 0.3 },
    { sum: 0.3 },
    { sum: 0.1 + 0.2 },
    { sum: 0.300000001 },
    ['sum: 0.300000001, expected 0.3'],
  ],
  'the row that is most alike': [
    { orders: [order('1', 5, { status: 'late' }), order('2', 5, { status: 'open' })] },
    { orders: [order('1', 5, { status: 'late' }), order('2', 5, { status: 'open' })] },
    { orders: [order('2', 5, { status: 'open' }), order('1', 5, { status: 'late' })] },
    { orders: [order('2', 5, { status: 'open' }), order('1', 5, { status: 'refunded' })] },
    ['orders/1/status: "refunded", expected "late"'],
  ],
  'times by presence': [
    { at: T1, done: T1 },
    { at: T2, done: T2 },
    { at: T1, done: T3 },
    { at: T1, done: null },
    [`done: null, expected "${T1}"`],
  ],
  'seconds that two rows share by chance': [
    { rows: [row(1, 1776250000.25), row(2, 1776250000.25)] },
    { rows: [row(1, 1776350000.5), row(2, 1776350000.75)] },
    { rows: [row(1, 1776260000), row(2, 1776260000.5)] },
    { rows: [row(1, 1776260000), row(2, null)] },
    ['rows/1/t: null, expected 1776250000.25'],
  ],
  'flags that change': [
    { f: [true, false] },
    { f: [false, false] },
    { f: [true, true] },
    { f: [true, null] },
    ['f/1: null, expected false'],
  ],
  'lists that grow with reads': [
    { log: [1], n: 1 },
    { log: [1, 1], n: 1 },
    { log: [], n: 1 },
    { log: [], n: 2 },
    ['n: 2, expected 1'],
  ],
  'ids one to one': [
    { orders: [order(ID, 1), order(ID2, 2)], refunds: [{ of: ID }] },
    { orders: [order(ID3, 1), order(ID4, 2)], refunds: [{ of: ID3 }] },
    { orders: [order(ID4, 2), order(ID3, 1)], refunds: [{ of: ID3 }] },
    { orders: [order(ID3, 1), order(ID4, 2)], refunds: [{ of: ID4 }] },
    [
      `orders/0/id: "${ID3}" does not correspond to the reference's "${ID}"`,
      `orders/1/id: "${ID4}" does not correspond to the reference's "${ID2}"`,
      `refunds: one row is missing: {"of":"${ID}"}`,
      `refunds: one row more: {"of":"${ID4}"}`,
    ],
  ],
  'ids as keys': [
    { by: { [ID]: { n: 1 }, [ID2]: { n: 2 } }, last: ID2 },
    { by: { [ID3]: { n: 1 }, [ID4]: { n: 2 } }, last: ID4 },
    { by: { [ID4]: { n: 2 }, [ID]: { n: 1 } }, last: ID4 },
    { by: { [ID4]: { n: 2 }, [ID]: { n: 3 } }, last: ID4 },
    [`by/${ID}/n: 3, expected 1`],
  ],
  'ids within texts': [
    {
      ids: [
        { id: ID, n: 1 },
        { id: ID2, n: 2 },
      ],
      log: [`order:${ID} is done`],
    },
    {
      ids: [
        { id: ID3, n: 1 },
        { id: ID4, n: 2 },
      ],
      log: [`order:${ID3} is done`],
    },
    {
      ids: [
        { id: ID4, n: 2 },
        { id: ID3, n: 1 },
      ],
      log: [`order:${ID3} is done`],
    },
    {
      ids: [
        { id: ID4, n: 2 },
        { id: ID3, n: 1 },
      ],
      log: [`order:${ID3} is late`],
    },
    [`log/0: "order:${ID3} is late", expected "order:${ID} is done"`],
  ],
  'ids of the right row within texts': [
    {
      ids: [
        { id: ID, n: 1 },
        { id: ID2, n: 2 },
      ],
      log: [`done ${ID}`],
    },
    {
      ids: [
        { id: ID3, n: 1 },
        { id: ID4, n: 2 },
      ],
      log: [`done ${ID3}`],
    },
    {
      ids: [
        { id: ID3, n: 1 },
        { id: ID4, n: 2 },
      ],
      log: [`done ${ID3}`],
    },
    {
      ids: [
        { id: ID3, n: 1 },
        { id: ID4, n: 2 },
      ],
      log: [`done ${ID4}`],
    },
    [
      `ids/0/id: "${ID3}" does not correspond to the reference's "${ID}"`,
      `ids/1/id: "${ID4}" does not correspond to the reference's "${ID2}"`,
      `log/0: "done ${ID4}" does not correspond to the reference's "done ${ID}"`,
    ],
  ],
  'ids in rows that only rows within tell apart': [
    {
      carts: [
        { id: ID, items: [{ n: 1 }] },
        { id: ID2, items: [{ n: 2 }] },
      ],
      paid: [ID],
    },
    {
      carts: [
        { id: ID3, items: [{ n: 1 }] },
        { id: ID4, items: [{ n: 2 }] },
      ],
      paid: [ID3],
    },
    {
      carts: [
        { id: ID2, items: [{ n: 2 }] },
        { id: ID, items: [{ n: 1 }] },
      ],
      paid: [ID],
    },
    {
      carts: [
        { id: ID2, items: [{ n: 1 }] },
        { id: ID, items: [{ n: 2 }] },
      ],
      paid: [ID],
    },
    [
      `carts/0/id: "${ID2}" does not correspond to the reference's "${ID}"`,
      `carts/1/id: "${ID}" does not correspond to the reference's "${ID2}"`,
      `paid/0: "${ID}" does not correspond to the reference's "${ID}"`,
    ],
  ],
}

describe('compareStates', () => {
  it.each(Object.entries(RULES))('compares %s', (_, [reference, second, right, wrong, said]) => {
    const changing = findChanging(reference, second)
    expect(compareStates({ reference, changing, after: reference })).toEqual([])
    expect(compareStates({ reference, changing, after: right })).toEqual([])
    expect(compareStates({ reference, changing, after: wrong })).toEqual(said)
  })

  it('says the first differences, and how many more there are', () => {
    const rows = (count: number): Json => ({
      rows: Array.from({ length: count }, (_, i) => ({ i, text: '\u001b[31m'.padEnd(400, 'x') })),
    })
    const said = compareStates({
      reference: rows(0),
      changing: findChanging(rows(0), rows(0)),
      after: rows(9),
    })
    expect(said).toHaveLength(6)
    expect(said[0]).toMatch(/^rows: one row more: \{"i":0,"text":"\\u001b.{120,160}\.\.\.$/)
    expect(said[5]).toBe('and 4 more')
  })

  const send = (result: Json) => ({ arguments: { to: 'ann', qty: 2 }, result })
  it.each<[string, Json, Json, wrong: Json]>([
    [
      'a serial number',
      { sent: [{ n: 1, to: 'ann' }], qty: 1 },
      { sent: [{ n: 2, to: 'ann' }], qty: 1 },
      { sent: [{ n: 3, to: 'ann' }], qty: 1 },
    ],
    [
      'a serial number as key',
      { by: { 1: { to: 'ann' } } },
      { by: { 2: { to: 'ann' } } },
      { by: { 3: { to: 'ann' } } },
    ],
    [
      'an id in a text',
      { log: ['sent message-1'] },
      { log: ['sent message-2'] },
      { log: ['sent message-3'] },
    ],
  ])('lets results of matched writes differ: %s', (_, reference, right, wrong) => {
    const own = findOwnValues([
      [send({ id: 1, name: 'message-1', to: 'ann' }), send({ id: 2, name: 'message-2', to: 'ann' })],
    ])
    const changing = findChanging(reference, reference)
    expect(compareStates({ reference, changing, after: right })).not.toEqual([])
    expect(compareStates({ reference, changing, after: right, own })).toEqual([])
    expect(compareStates({ reference, changing, after: wrong, own })).not.toEqual([])
  })

  it('tells a serial number from a quantity that equals one', () => {
    const add = (sku: string, qty: number, n: number) => ({ arguments: { sku, qty }, result: { n } })
    const own = findOwnValues([
      [add('cup', 1, 1), add('cup', 1, 2)],
      [add('tea', 2, 2), add('tea', 2, 1)],
    ])
    const stateOf = (...rows: [n: number, sku: string, qty: number][]): Json => ({
      rows: rows.map(([n, sku, qty]) => ({ n, sku, qty })),
    })
    const reference = stateOf([1, 'cup', 1], [2, 'tea', 2])
    const changing = findChanging(reference, reference)
    const compare = (after: Json) => compareStates({ reference, changing, after, own })
    expect(compare(stateOf([1, 'tea', 2], [2, 'cup', 1]))).toEqual([])
    expect(compare(stateOf([1, 'tea', 1], [2, 'cup', 1]))).not.toEqual([])
    expect(compare(stateOf([1, 'tea', 2], [2, 'cup', 2]))).not.toEqual([])
  })

  it('takes no argument, amount or shared value as a result of its own', () => {
    const one = {
      arguments: { qty: 1 },
      result: { qty: 1, total: 1.5, same: 'x', ok: true, id: 7, list: [4] },
    }
    const other = {
      arguments: { qty: 2 },
      result: { qty: 2, total: 2.5, same: 'x', ok: false, id: 8, list: [5] },
    }
    expect(findOwnValues([[one, other]])).toEqual([new Set([7, '7', 4, '4']), new Set([8, '8', 5, '5'])])
  })
})

describe('findLeftover', () => {
  const state = (id: string, status: string, audit: Json[]): Json => ({ orders: [{ id, status }], audit })
  const changing = findChanging(state(ID, 'late', []), state(ID2, 'late', []))
  it('says by path what a reset leaves behind, and not what every reset makes anew', () => {
    expect(findLeftover(state(ID, 'late', []), state(ID3, 'late', []), changing)).toEqual([])
    expect(findLeftover(state(ID, 'late', []), state(ID3, 'paid', [{ n: 1 }]), changing)).toEqual([
      'orders/0/status: "late" after one reset, "paid" after the next',
      'audit: one row more: {"n":1}',
    ])
    expect(findLeftover({ n: 1 }, { n: 2 })).toEqual(['n: 1 after one reset, 2 after the next'])
  })
})
