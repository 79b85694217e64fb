import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { readState } from '../../../../src/synthetic/simulate/state.ts'
import { World } from '../../../../src/tools/world/world.ts'
import { shopOf, shopTool } from './kiln-shop.ts'

const tool = shopTool('Look', { grade: 'integer|Grade of the clay (1200 or 1280)' }, { found: 'string' })
const kit = (state: JsonObject) => shopOf([tool], state)

const differing = (a: Json | undefined, b: Json | undefined, path: string[] = []): string[] =>
  typeof a === 'object' && a !== null
    ? Object.keys(a).flatMap((key) =>
        differing((a as JsonObject)[key], (b as JsonObject | undefined)?.[key], [...path, key]),
      )
    : a === b
      ? []
      : [path.join('/')]
/** Where worlds 1 to 5 differ from the given state. */
const pathsOf = (state: JsonObject, own = kit(state)): string[] => [
  ...new Set([1, 2, 3, 4, 5].flatMap((seed) => differing(state, readState(new World(seed), own)))),
]

describe('open figures', () => {
  it('are figures of records that nothing else speaks of', () => {
    expect(
      pathsOf({
        clays: [
          { clay_id: 101, price: 18.45, note: 'fine' },
          { clay_id: 102, price: 21.95, note: 'coarse' },
        ],
        kilns: { north: { volume_litres: 1250.5 } },
      }),
    ).toEqual(['clays/0/price', 'clays/1/price', 'kilns/north/volume_litres'])
  })

  it.for([
    ['another record', { a: [{ price: 18.45 }], b: [{ paid: 18.45 }] }],
    ['a text', { a: [{ price: 18.45, note: 'was 18.45 last year' }] }],
    ['a field whose numbers are all alike', { a: [{ year: 2019 }, { year: 2021 }, { year: 2024 }] }],
    ['a sum', { a: [{ net: 18.45, tax: 3.69, total: 22.14 }] }],
    ['a product', { a: [{ each: 18.45, count: 3, total: 55.35 }] }],
    ['its peers', { a: [{ price: 18.45 }, { price: 18.45 }] }],
    ['a number too short to be a figure', { a: [{ days: 30 }, { days: 45 }] }],
    ['a field that is no number elsewhere', { a: [{ price: 18.45 }, { price: 'on request' }] }],
  ] as [string, JsonObject][])('leave alone what is tied to %s', ([, state]) => {
    expect(pathsOf(state)).toEqual([])
  })
})

describe('ids', () => {
  const state = {
    orders: [
      { order_id: 'RO-64071', bench: 'BENCH-12', frame: 'WBK7741903' },
      { order_id: 'RO-64118', bench: 'BENCH-31', frame: 'HLM2290517' },
    ],
    bicycles: {
      WBK7741903: { owner: 'Marta', made: '2024-05-01' },
      HLM2290517: { owner: 'Ole', made: '2025-01-09' },
    },
    log: [{ text: 'on bench', bench: 'BENCH-31' }],
  }
  const find = shopTool('Find Order', { order_id: 'string' }, { bench: 'string' })

  it('that no tool takes have other digits in other worlds, the same wherever they stand', () => {
    const own = shopOf([find], state)
    expect(readState(new World(0), own)).toEqual(state)
    const there = readState(new World(4), own) as typeof state
    expect(there.orders.map(({ order_id }) => order_id)).toEqual(['RO-64071', 'RO-64118'])
    expect(there.orders[1]?.bench).toMatch(/^BENCH-\d\d$/)
    expect(there.orders[1]?.bench).not.toBe('BENCH-31')
    expect(there.log[0]?.bench).toBe(there.orders[1]?.bench)
    expect(there.bicycles.WBK7741903.made).toBe('2024-05-01')
  })

  it('that requests name stay where the toolkit says which they are, and all others differ', () => {
    const own = { ...shopOf([find], state), spoken: ['RO-64071'] }
    const there = readState(new World(4), own) as typeof state
    // A key is exchanged with what refers to it; what a longer text names stays as it is there.
    expect(Object.keys(there.bicycles)).toEqual(there.orders.map(({ frame }) => frame))
    expect(there.orders[1]?.frame).not.toBe('HLM2290517')
    const told = { ...own, state: { ...state, log: [{ text: 'RO-64118 waits', bench: 'BENCH-31' }] } }
    expect((readState(new World(4), told) as typeof state).orders[1]?.order_id).toBe('RO-64118')
    expect(there.orders[0]?.order_id).toBe('RO-64071')
    expect(there.orders[1]?.order_id).toMatch(/^RO-\d{5}$/)
    expect(there.orders[1]?.order_id).not.toBe('RO-64118')
  })
})

describe('the state of a world', () => {
  const given = { clays: [{ clay_id: 'CL-1', price: 18.45, left: 1200 }] }

  it('is at seed 0 the one that was given', () => {
    expect(readState(new World(), kit(given))).toEqual(given)
  })

  it('has other figures at other seeds, near the given ones and with the same decimals', () => {
    const prices = Array.from({ length: 50 }, (_, i) => {
      const { clays } = readState(new World(i + 1), kit(given)) as typeof given
      return clays[0]!.price
    })
    expect(new Set(prices).size).toBeGreaterThan(45)
    for (const price of prices) {
      expect(price).toBeGreaterThanOrEqual(9.22)
      expect(price).toBeLessThanOrEqual(27.68)
      expect(Number(price.toFixed(2))).toBe(price)
    }
  })

  it('is the same for the same seed', () => {
    expect(readState(new World(7), kit(given))).toEqual(readState(new World(7), kit(given)))
  })
})
