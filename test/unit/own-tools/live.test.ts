import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OwnApplication, readEntryData } from '../../../src/own-tools/application.ts'
import { noteOwnTool } from '../../../src/own-tools/bodies.ts'
import { callFunction, noteFunction } from '../../../src/own-tools/own-functions.ts'
import { judgeLiveState } from '../../../src/run/attempt/live-state.ts'
import { runAttempt } from '../../../src/run/attempt/run-attempt.ts'
import type { FaultRule } from '../../../src/schema/fault.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreInWorld } from '../../../src/scoring/score.ts'
import { parseCodeTask, prepareTask } from '../../../src/suites/code/write-task.ts'
import type { ReferenceFunction } from '../../../src/tasks/reference/function-run.ts'
import { serveApplication } from '../../../src/tasks/reference/live-application.ts'
import { any, oneOf, optional, text } from '../../../src/tasks/reference/markers.ts'
import { placeTrace } from '../../../src/tasks/reference/reference-code.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { addLiveTools, readServedRegistry, serve, serveLive } from '../../../src/tools/served.ts'

interface Order {
  id: string
  number: string
  status: string
  total: number
}
let orders: Order[] = []
let refunds: object[] = []
let messages: object[] = []
let rows: object[] = []
let polls = 0
let serial = 0
let bodies = 0
let runs = 0

const entry = {
  worlds: 3,
  reset({ seed }: { seed: number }) {
    orders = [1, 2].map((i) => ({
      id: randomUUID(),
      number: `A-${i}`,
      status: seed === 1 && i === 1 ? 'open' : 'late',
      total: 100 + 37.25 * i + seed * 3.5,
    }))
    refunds = []
    messages = []
    rows = []
    polls = 0
    // A serial number that goes on, as that of a database does.
    serial += 10
  },
  state: () => ({ orders, refunds, messages, rows }),
}
const findById = (id: unknown): Order => {
  const found = orders.find((order) => order.id === id)
  if (found === undefined) throw new Error(`no order ${String(id)}`)
  return found
}
const TOOLS: Record<string, (args: Record<string, never>) => unknown> = {
  find_order({ number }) {
    const found = orders.find((order) => order.number === number)
    if (found === undefined) throw new Error(`no order ${String(number)}`)
    return { ...found }
  },
  refund_order({ id, amount }) {
    serial++
    if (Number(amount) > findById(id).total) throw new Error('more than the total')
    refunds.push({ n: serial, id, amount, at: new Date() })
    return { refund: randomUUID(), n: serial }
  },
  /** One a page, from 1; page 0 has all. Without arguments there is no object. */
  list_orders(asked?: { page?: number }) {
    const page = Number(asked?.page ?? 1)
    const listed = orders.map(({ number, total }) => ({ number, total }))
    return { orders: page === 0 ? listed : listed.slice(page - 1, page) }
  },
  read_job: () => ({ job: polls++ < 2 ? 'pending' : 'done' }),
  add_row({ sku, qty, gift }) {
    const row = { id: rows.length + 1, sku, qty, gift }
    rows.push(row)
    return { id: row.id }
  },
  list_free: () => ({ free: ['slot-4417', 'slot-5203', 'slot-6891'].slice(rows.length) }),
  count_rows: () => ({ count: 40 + rows.length, key: randomUUID() }),
  send_message({ body }) {
    messages.push({ body, at: new Date() })
    return { sent: true }
  },
  label({ id, code, key, day }) {
    messages.push({ label: findById(id).id, code, key, day })
    return { ok: true }
  },
  async peek() {
    await setTimeout(2)
    return { count: orders.length }
  },
  toggle() {
    messages = messages.length > 0 ? [] : [{ body: 'on' }]
    return { ok: true }
  },
}
const NAMES = Object.keys(TOOLS)
const OFFERED = [...NAMES, 'gone']

let discoveries = 0
let application = new OwnApplication(entry, async () => {
  discoveries++
  return undefined
})

beforeAll(() => {
  serve([])
  serveLive({ tools: true, effects: { find_order: 'read', list_orders: 'read', read_job: 'read' } })
  addLiveTools(OFFERED)
  for (const name of NAMES)
    noteFunction(name, ['args'], (args) => {
      bodies++
      return TOOLS[name]?.(args as never)
    })
  serveApplication(application)
})
afterAll(() => {
  serve([])
  serveApplication(undefined)
})

// biome-ignore lint/suspicious/noExplicitAny: results are those of any tool.
type Tools = Record<string, (args: object) => Promise<any>>
const own: Tools = Object.fromEntries(
  NAMES.map((name) => [
    name,
    async (args: object) =>
      callFunction(name, ['args'], [args], true, async () => TOOLS[name]?.(args as never)),
  ]),
)

const prepare = (
  reference: (tools: Tools) => Promise<unknown>,
  faults: readonly FaultRule[] = [],
  more: { grade?: 'state'; expected_state?: true } = {},
) => {
  const prompt = 'Refund order A-1 if it is late.'
  const code = {
    name: 't',
    options: { prompt, tools: OFFERED, faults: [...faults], ...more },
    reference: reference as unknown as ReferenceFunction,
    mode: 'run' as const,
    line: 1,
  }
  return prepareTask({ line: 1, task: parseCodeTask(code) as Task, code }, 'x.suite.ts', readServedRegistry())
}

/** What an agent's run is judged to be, and what it called. */
async function scoreRun(
  reference: (tools: Tools) => Promise<unknown>,
  agent: (tools: Tools) => Promise<unknown>,
  seed = 0,
  faults: readonly FaultRule[] = [],
) {
  const registry = readServedRegistry()
  const { task } = await prepare(reference, faults)
  const worlds = openWorlds(task, registry)
  await worlds.prepare([seed])
  const here = worlds.in(seed)
  const run = async () => `ANSWER: ${String(await agent(own))}`
  const { value, state } = await application.runInWorld({ seed }, () =>
    runAttempt({ name: 'x', run }, here, { registry }),
  )
  expect(value.trace.failure).toBeUndefined()
  const { calls } = value.trace
  const placed = await placeTrace(here, calls)
  const score = await judgeLiveState(application, placed, calls, state, scoreInWorld(placed, value.trace))
  return { score, calls }
}

/** Whether an agent's run is solved, and the verdict on the state. */
async function judge(
  ...given: Parameters<typeof scoreRun>
): Promise<[solved: boolean, state: string | undefined, why: string | undefined]> {
  const { score } = await scoreRun(...given)
  return [score.solved, score.state, score.reason ?? score.state_reason]
}

const digest = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 12)
const refund = async ({ find_order, refund_order, send_message }: Tools) => {
  const order = await find_order!({ number: 'A-1' })
  if (order.status !== 'late') return 'no'
  const made = await refund_order!({ id: order.id, amount: order.total })
  await send_message!({ body: text`Refund ${made.refund} is on its way` })
  return made.refund
}
const label = async ({ find_order, label }: Tools) => {
  const { id } = await find_order!({ number: 'A-1' })
  const day = new Date().toISOString()
  await label!({ id, code: digest(id), key: randomUUID(), day })
}

const poll = async ({ read_job, send_message }: Tools) => {
  while ((await read_job!({})).job !== 'done');
  await send_message!({ body: 'Done.' })
}
const addRows =
  (...rows: object[]) =>
  async ({ add_row }: Tools) => {
    for (const row of rows) await add_row!(row)
  }
const TEA = { sku: 'tea', qty: 1 }
/** Adds a row, and counts the rows before, after or both; tells one of the counts. */
const count =
  (when: 'before' | 'after' | 'both', told: 'before' | 'after' = 'after') =>
  async ({ count_rows, add_row, peek }: Tools) => {
    const counts: { before?: number; after?: number } = {}
    if (when !== 'after') counts.before = (await count_rows!({})).count
    if (when === 'both') await peek!({})
    await add_row!(TEA)
    if (when !== 'before') counts.after = (await count_rows!({})).count
    return counts[told] ?? counts.before ?? counts.after
  }
/** Takes the first free slot; may list the free slots again, and tell the first one of them. */
const takeSlot =
  (again = false, told: 'taken' | 'next' = 'taken') =>
  async ({ list_free, add_row }: Tools) => {
    const { free } = await list_free!({})
    await add_row!({ ...TEA, sku: free[0] })
    const left = again ? (await list_free!({})).free : []
    return told === 'taken' ? free[0] : left[0]
  }
const lookUp =
  (isEarly: boolean) =>
  async ({ add_row, find_order }: Tools) => {
    if (!isEarly) await add_row!(TEA)
    const { total } = await find_order!({ number: 'A-1' })
    if (isEarly) await add_row!(TEA)
    return total
  }
const CUP = { sku: 'cup', qty: 2 }

/** The refund, with one part done otherwise. */
const refundBut =
  ({
    body = (id: string) => `Refund ${id} is on its way`,
    before,
    amount,
    after,
  }: {
    body?: (id: string) => string
    before?: (order: Order) => unknown
    amount?: number
    after?: () => unknown
  }) =>
  async ({ find_order, refund_order, send_message }: Tools) => {
    const order = await find_order!({ number: 'A-1' })
    if (order.status !== 'late') return 'no'
    await before?.(order)
    const made = await refund_order!({ id: order.id, amount: amount ?? order.total })
    await send_message!({ body: body(made.refund) })
    after?.()
    return made.refund
  }
/** Adds a row of the first order of one page. */
const addFirst =
  (asked: object, find = (listed: Order[]): Order | undefined => listed[0]) =>
  async ({ list_orders, add_row }: Tools) => {
    const order = find((await list_orders!(asked)).orders)
    await add_row!({ sku: order?.number, qty: order?.total })
  }
/** Tells the total of all orders, page by page. */
const addTotals =
  (...pages: object[]) =>
  async ({ list_orders, send_message }: Tools) => {
    let sum = 0
    for (const page of pages) for (const { total } of (await list_orders!(page)).orders) sum += total
    await send_message!({ body: sum })
  }
const TEN_MORE: FaultRule = { fault: 'off-by-ten', tool: 'find_order', at: '/total' }
const tellTotal =
  (known?: number) =>
  async ({ find_order, send_message }: Tools) => {
    const { total } = await find_order!({ number: 'A-1' })
    await send_message!({ body: known ?? total })
  }
/** The refund, with a second call of one tool where the first one fails. */
const insist =
  (name: string) =>
  (tools: Tools): Promise<unknown> =>
    refundBut({})({
      ...tools,
      [name]: async (args: object) => tools[name]!(args).catch(() => tools[name]!(args)),
    })
const labelBy =
  (code: (id: string) => string) =>
  async ({ find_order, label }: Tools) => {
    const { id } = await find_order!({ number: 'A-1' })
    await label!({ id, code: code(id), key: randomUUID(), day: new Date().toISOString() })
  }

describe('a task over live tools', () => {
  it.each<[string, (tools: Tools) => Promise<unknown>, (tools: Tools) => Promise<unknown>, number?]>([
    ['the same', refund, refundBut({})],
    ['another branch', refund, refundBut({}), 1],
    ['words of its own', refund, refundBut({ body: (id) => `Hello! ${id}: done.` })],
    [
      'a try that fails first',
      refund,
      refundBut({ before: (order) => own.refund_order!({ id: order.id, amount: 9e9 }).catch(() => {}) }),
    ],
    ['a key of its own, and a value computed from a random id', label, labelBy(digest)],
    ['a read that answers otherwise later', poll, poll],
    ['rows in another order, whose numbers are serial numbers, too', addRows(TEA, CUP), addRows(CUP, TEA)],
    [
      'words of its own, in another order',
      addRows({ ...CUP, gift: any('blue') }, { ...TEA, gift: any('red') }),
      addRows({ ...TEA, gift: 'old' }, { ...CUP, gift: 'new' }),
    ],
    [
      'an argument that is undefined on one of two ways',
      addRows({ ...TEA, gift: undefined }, { ...CUP, gift: 'bow' }),
      addRows(TEA, { ...CUP, gift: 'bow' }),
    ],
    [
      'an argument that is undefined in some worlds',
      async ({ find_order, add_row }) => {
        const { status } = await find_order!({ number: 'A-1' })
        await add_row!({ ...TEA, gift: status === 'open' ? 'bow' : undefined })
      },
      async ({ find_order, add_row }) => {
        await find_order!({ number: 'A-1' })
        await add_row!(TEA)
      },
    ],
    [
      'a moment in another form, as which it is kept',
      addRows({ ...TEA, gift: '2026-12-24T09:00' }, CUP),
      addRows({ ...TEA, gift: '2026-12-24 09:00:00' }, CUP),
    ],
    ['a count before a write and again after it', count('after'), count('both')],
    ['a count of before a write, and one after it', count('before', 'before'), count('both', 'before')],
    ['a list read again after the write that took of it', takeSlot(), takeSlot(true)],
    ['a read that a write does not change, before it', lookUp(false), lookUp(true)],
    ['a read that a write does not change, after it', lookUp(true), lookUp(false)],
    ['an argument left out that may be', addRows({ ...TEA, gift: optional('ribbon') }), addRows(TEA)],
    ['a read with its default left out', addFirst({ page: 1 }), addFirst({})],
    ['a read with its default given', addFirst({}), addFirst({ page: 1 })],
    ['a read with a number as a text', addFirst({ page: 1 }), addFirst({ page: '1' })],
    ['a read with an argument more', addFirst({}), addFirst({ sort: 'number' })],
    ['a read that shows more', addFirst({}), addFirst({ page: 0 })],
    ['pages of a list, asked otherwise', addTotals({ page: 1 }, { page: 2 }), addTotals({}, { page: 2 })],
    [
      'a read of an order, with an argument more',
      tellTotal(),
      (tools) => tellTotal()({ ...tools, find_order: (args) => tools.find_order!({ ...args, all: false }) }),
    ],
  ])(
    'a right run is solved, and leaves the state of the reference: %s',
    async (_, reference, agent, seed) => {
      expect(await judge(reference, agent, seed)).toEqual([true, 'right', undefined])
    },
  )

  it.each<
    [string, (tools: Tools) => Promise<unknown>, (tools: Tools) => Promise<unknown>, string | undefined]
  >([
    ['an amount that is made up', refund, refundBut({ amount: 12 }), 'wrong'],
    [
      'a write past the tools',
      refund,
      refundBut({ after: () => Object.assign(orders[1]!, { total: 1 }) }),
      'wrong',
    ],
    ['a value computed otherwise', label, labelBy((id) => digest(`${id} `)), 'right'],
    ['no call at all', refund, async () => 'no', 'wrong'],
    ['a job that is not waited for', poll, ({ send_message }) => send_message!({ body: 'Done.' }), 'right'],
    ['an argument of its own', addRows(TEA), addRows({ ...TEA, gift: 'ribbon' }), 'wrong'],
    [
      'words of another row',
      addRows({ ...CUP, gift: oneOf('blue', 'old') }, { ...TEA, gift: oneOf('red', 'new') }),
      addRows({ ...CUP, gift: 'new' }, { ...TEA, gift: 'old' }),
      'right',
    ],
    ['a count of before a write, where one after it is asked for', count('after'), count('before'), 'right'],
    ['a count of after a write, where one before it is asked for', count('before'), count('after'), 'right'],
    ['the count of before a write of two', count('after'), count('both', 'before'), 'right'],
    ['the count of after a write of two', count('before'), count('both'), 'right'],
    [
      'what is left after the write, where what it took is asked for',
      takeSlot(),
      takeSlot(true, 'next'),
      'right',
    ],
    ['a read of another page', addFirst({}), addFirst({ page: 2 }), 'wrong'],
    [
      'another order of a read that shows more',
      addFirst({}),
      addFirst({ page: 0 }, (listed) => listed[1]),
      'wrong',
    ],
    ['a read that does not show the order', addFirst({}), addFirst({ page: 2 }, () => orders[0]), 'right'],
    ['one page of two', addTotals({ page: 1 }, { page: 2 }), addTotals({}), 'wrong'],
    ['one page twice', addTotals({ page: 1 }, { page: 2 }), addTotals({}, { page: 1 }), 'wrong'],
    ['numbers of other rows', addRows(TEA, CUP), addRows({ ...CUP, qty: 1 }, { ...TEA, qty: 2 }), 'wrong'],
  ])('a wrong run is not solved: %s', async (_, reference, agent, state) => {
    expect(await judge(reference, agent)).toEqual([false, state, expect.any(String)])
  })

  it('a call on the wrong side of a write names the step that it came before, and no other', async () => {
    const countFor =
      (isEarly: boolean) =>
      async ({ find_order, add_row, count_rows }: Tools) => {
        const { id } = await find_order!({ number: 'A-1' })
        const early = isEarly && (await count_rows!({ id }))
        await add_row!(TEA)
        return (early || (await count_rows!({ id }))).count
      }
    const [solved, , why] = await judge(countFor(false), countFor(true))
    expect([solved, why]).toEqual([
      false,
      'step_3 count_rows: it was called before step_2 had ended, on which it depends',
    ])
  })

  it.each<
    [string, FaultRule, (tools: Tools) => Promise<unknown>, (tools: Tools) => Promise<unknown>, boolean]
  >([
    ['passed on', TEN_MORE, tellTotal(), tellTotal(), true],
    ['not passed on', TEN_MORE, tellTotal(), tellTotal(9), false],
    [
      'lost, and asked for again',
      { fault: 'server-error', tool: 'find_order', on: 1 },
      refund,
      insist('find_order'),
      true,
    ],
    [
      'lost, and written again blindly',
      { fault: 'timeout-after-commit', tool: 'send_message', on: 1, after: 1 },
      refund,
      insist('send_message'),
      false,
    ],
  ])('an answer that goes wrong on purpose is %s', async (_, fault, reference, agent, isSolved) => {
    const verdict = await judge(reference, agent, 0, [fault])
    expect(verdict.slice(0, 2), verdict[2]).toEqual([isSolved, isSolved ? 'right' : 'wrong'])
  })

  it('a fault that lets the function decide otherwise is an error of the suite', async () => {
    const asked = prepare(refund, [{ fault: 'wrong-type', tool: 'find_order', at: '/status' }])
    await expect(asked).rejects.toThrow(
      /faults: in world 0 a fault turns "find_order>refund_order>send_message\|" into "find_order\|"/,
    )
  })

  it.each([{ grade: 'state' }, { expected_state: true }] as const)(
    '%o has no store of a world, which is an error of the suite',
    async (option) => {
      await expect(prepare(refund, [], option)).rejects.toThrow(
        new RegExp(
          `${Object.keys(option)[0]}: find_order runs live, and keeps its data in no store of the world\\. Leave .* out, and export \`state\\(\\)\``,
        ),
      )
    },
  )

  it('names a write that was made again where the state differs', async () => {
    const lost: FaultRule = { fault: 'timeout-after-commit', tool: 'send_message', on: 1, after: 1 }
    const [, , why] = await judge(refund, insist('send_message'), 0, [lost])
    expect(why).toContain('messages: one row more: ')
    expect(why).toMatch(/; send_message was called 2 times with equal arguments$/)
    const twice = addRows(TEA, TEA)
    const [, , other] = await judge(twice, async (tools) => [await twice(tools), orders.pop()])
    expect(other).not.toContain('equal arguments')
  })

  it('names writes that ran at the same time where the state differs', async () => {
    const tell =
      (isTogether: boolean, after: () => unknown) =>
      async ({ find_order, label, send_message }: Tools) => {
        const { id } = await find_order!({ number: 'A-1' })
        const first = label!({ id })
        if (!isTogether) await first
        await Promise.all([first, send_message!({ body: 'x' }), find_order!({ number: 'A-1' })])
        after()
      }
    const loseTotal = () => Object.assign(orders[0]!, { total: 1 })
    const judgeOrder = (isTogether: boolean) =>
      judge(
        tell(false, () => {}),
        tell(isTogether, loseTotal),
      )
    const lost = 'state() after the run: orders/0/total: 1, expected 137.25'
    expect(await judgeOrder(true)).toEqual([
      false,
      'wrong',
      `${lost}; label and send_message ran at the same time`,
    ])
    expect(await judgeOrder(false)).toEqual([false, 'wrong', lost])
  })

  it.each<[string, (tools: Tools) => Promise<unknown>, boolean, (boolean | undefined)[]]>([
    ['leaves the state equal', ({ peek }) => peek!({}), true, [false]],
    ['changes it', ({ send_message }) => send_message!({ body: 'x' }), false, [true]],
    ['puts it back later', async ({ toggle }) => [await toggle!({}), await toggle!({})], false, [true, true]],
    ['runs beside another', ({ peek }) => Promise.all([peek!({}), peek!({})]), true, [undefined, undefined]],
  ])('a call of a tool of unknown effect is a read or a write by what it does: it %s', async (...row) => {
    const [, extra, isSolved, committed] = row
    const read = async ({ find_order }: Tools) => void (await find_order!({ number: 'A-1' }))
    const { score, calls } = await scoreRun(read, async (tools) => [await read(tools), await extra(tools)])
    expect(calls.slice(1).map((call) => call.committed)).toEqual(committed)
    expect([score.solved, score.warnings], score.reason).toEqual([isSolved, []])
  })

  it('finds out what depends on what without a run of a body, and waits for what decides', async () => {
    const { task } = await prepare(refund)
    const before = bodies
    await task.code?.prepare()
    expect(task.expected_trace.steps.map(({ arguments: args, depends_on }) => [args, depends_on])).toEqual([
      [{ number: 'A-1' }, []],
      [{ id: { $from: 'step_1', at: '/id' }, amount: { $from: 'step_1', at: '/total' } }, ['step_1']],
      [{ body: { $text: ['Refund ', { $from: 'step_2', at: '/refund' }, ' is on its way'] } }, ['step_2']],
    ])
    expect(bodies).toBe(before)
  })

  it.each<[string, (tools: Tools) => Promise<unknown>, RegExp]>([
    [
      'a tool that nobody made',
      async ({ gone }) => gone!({}),
      /gone runs live, and the agent makes no such tool/,
    ],
    [
      'a second run that calls otherwise',
      async ({ find_order }) => (runs++ === 0 ? undefined : find_order!({ number: 'A-1' })),
      /a second run of world 0 calls find_order, the first nothing/,
    ],
    [
      'an error that leaves the function',
      async ({ find_order }) => find_order!({ number: 'B' }),
      /find_order answered 500: no order B/,
    ],
    [
      'a field that is misspelt, of a copy',
      async ({ find_order, refund_order }) => {
        const order: { id: string; totl?: number } = { ...(await find_order!({ number: 'A-1' })) }
        await refund_order!({ id: order.id, amount: order.totl })
      },
      /the argument `amount` of refund_order is undefined in every world\. Give it a value, or leave it out \(/,
    ],
    [
      'a field that is misspelt',
      async ({ find_order, refund_order }) => {
        const { id, totl } = await find_order!({ number: 'A-1' })
        await refund_order!({ id, amount: totl })
      },
      /x\.suite\.ts:1: t: the argument `amount` of refund_order is undefined in every world: the result of find_order has no field `totl`; did you mean "total"\? Give it a value, or leave it out \(test\/unit\/own-tools\/live\.test\.ts:\d+:\d+\)/,
    ],
  ])('is refused: %s', async (_, reference, why) => {
    await expect(prepare(reference)).rejects.toThrow(why)
  })

  it('an argument that its tool cannot read is an error of the suite if it is misspelt', async () => {
    const find = (args: object) => prepare(async ({ find_shelf }) => void (await find_shelf!(args)))
    OFFERED.push('find_shelf')
    addLiveTools(['find_shelf'])
    noteFunction('find_shelf', [''], () => ({ at: 3 }), ['shelf_id', 'verbose'])
    await expect(find({ shlf_id: 4 })).rejects.toThrow(
      /find_shelf has no parameter "shlf_id"; did you mean "shelf_id"\? \(.*live\.test\.ts:\d+:\d+\)/,
    )
    await expect(find({ shelf_id: 4 })).resolves.toBeDefined()
    // An agent may pass what its tool ignores.
    await expect(find({ shelf_id: 4, reason: 'late' })).resolves.toBeDefined()
    await expect(find({ id: 4 })).resolves.toBeDefined()
    OFFERED.pop()
  })

  it('fails every run, not the first alone, where reset() leaves something behind', async () => {
    const rows: number[] = []
    const data = { reset: () => {}, state: () => ({ rows }) }
    const held = new OwnApplication(data, async () => undefined)
    await held.runInWorld({ seed: 1 }, async () => rows.push(1))
    for (let i = 0; i < 2; i++)
      await expect(held.runInWorld({ seed: 1 }, async () => 1)).rejects.toThrow(
        /^Failed to reset: state\(\) differs after two calls of reset\(\{ seed: 1 \}\): rows/,
      )
  })

  it('names a write that comes after its tool has returned, and waits for each tool once', async () => {
    const rows: string[] = []
    let reads = 0
    const state = () => {
      reads++
      return { rows }
    }
    const data = { reset: () => rows.splice(0), state }
    noteFunction('post_late', ['args'], () => void setTimeout(10).then(() => rows.push('late')))
    noteFunction('post_now', ['args'], () => void rows.push('now'))
    const open = () => new OwnApplication(data, async () => undefined)
    const punctual = open()
    for (let i = 0; i < 5; i++) await punctual.runInWorld({ seed: 1 }, () => punctual.call('post_now', {}))
    // One at the end of each run, three for what resets leave, one for what comes late.
    expect(reads).toBe(9)
    const late = open()
    await late.runInWorld({ seed: 1 }, () => late.call('post_late', {}))
    for (let i = 0; i < 2; i++)
      await expect(late.runInWorld({ seed: 1 }, async () => 1)).rejects.toThrow(
        'state() changed within 50 ms after it: rows/0: "late", expected nothing. One of post_late writes after it returned',
      )
  })

  it('says why an agent made no tools', async () => {
    const over = new OwnApplication({ reset: () => {} }, async () => '"no key"')
    const run = { seed: 1, tools: ['never_made'] }
    await expect(over.runInWorld(run, () => over.call('never_made', {}))).rejects.toThrow(
      'the agent failed before it asked its model, with "no key". Its own tools:',
    )
  })

  it('looks for tools until they are known to outlive a run', () => {
    expect(discoveries).toBe(2)
  })

  it.each([
    ['makes its tools in each run', true, 5],
    ['has made them before', false, 2],
  ])('runs tools over the data of their world where the agent %s', async (_, isMadeAnew, most) => {
    let data = { seed: 0 }
    let looks = 0
    const name = `read_${isMadeAnew}`
    const makeTool = (over: () => { seed: number }) => noteOwnTool(name, { run: () => over().seed })
    const reset = (given: { seed: number }) => {
      data = given
    }
    const over = new OwnApplication({ reset }, async () => {
      const made = data
      if (looks++ === 0 || isMadeAnew) makeTool(isMadeAnew ? () => made : () => data)
      return undefined
    })
    for (const seed of [1, 2, 3, 4, 5]) {
      const run = { seed, tools: [name] }
      const { value } = await over.runInWorld(run, () => over.call(name, {}))
      expect(value).toMatchObject({ output: seed })
    }
    expect(looks).toBe(most)
  })

  it.each([true, false])(
    'puts back what the agent writes while its tools are looked for: %s',
    async (writes) => {
      let data: string[] = []
      let resets = 0
      const name = `add_${writes}`
      const reset = () => {
        resets++
        data = ['filled']
      }
      const over = new OwnApplication({ reset, state: () => ({ data, at: Math.random() }) }, async () => {
        if (writes) data.push('past the tools')
        noteOwnTool(name, { run: ({ value }) => void data.push(String(value)) })
        return undefined
      })
      const run = { seed: 1, tools: [name] }
      for (const value of ['one', 'two', 'three']) {
        const { state } = await over.runInWorld(run, () => over.call(name, { value }))
        expect(state).toMatchObject({ data: ['filled', value] })
      }
      expect(resets).toBe(writes ? 8 : 5)
    },
  )

  it('looks for tools that the agent made anew in an attempt', async () => {
    let data = { seed: 0 }
    const makeTool = () => {
      const made = data
      noteOwnTool('read_again', { run: () => made.seed })
    }
    makeTool()
    const reset = (given: { seed: number }) => {
      data = given
    }
    const over = new OwnApplication({ reset }, async () => {
      makeTool()
      return undefined
    })
    await over.runInWorld({ seed: 1 }, async () => makeTool())
    const run = { seed: 2, tools: ['read_again'] }
    const { value } = await over.runInWorld(run, () => over.call('read_again', {}))
    expect(value).toMatchObject({ output: 2 })
  })

  it('warns once where a run changes what the next one is answered, and no state() tells', async () => {
    const { state: _, ...blind } = entry
    const warnings = async () => {
      const prepared = [await prepare(refund), await prepare(refund), await prepare(label)]
      return prepared.flatMap((line) => line.warnings ?? [])
    }
    const before = application
    serveApplication(new OwnApplication(blind, async () => undefined))
    expect(await warnings()).toEqual([])
    refunds = []
    let isPaid = false
    let tosses = 0
    const reset = (options: { seed: number }) => {
      isPaid ||= refunds.length > 0
      entry.reset(options)
      // Other after each reset, as chance would have it only half the time.
      tosses++
      for (const order of orders) Object.assign(order, { isPaid, coin: tosses % 2 === 0 })
    }
    serveApplication(new OwnApplication({ ...blind, reset }, async () => undefined))
    expect(await warnings()).toEqual([
      "x.suite.ts:1: t: what the reference leaves behind changes the answers of a run after it: 1 find_order/isPaid: true, expected false. Export reset() from the agent's entry, and let it put all data back",
    ])
    serveApplication(before)
  })

  it.each([
    ['reset', { ...entry, reset: () => new Promise(() => {}) }],
    ['state', { ...entry, state: () => new Promise(() => {}) }],
  ])('ends where %s() of the entry never does', async (name, data) => {
    const held = new OwnApplication(data, async () => undefined, 30)
    await expect(held.runInWorld({ seed: 1 }, async () => 1)).rejects.toThrow(
      `Failed to use the agent's entry: ${name}() failed: it did not end within 30 ms`,
    )
  })

  it('has its verdicts in one world, too', async () => {
    application = new OwnApplication({ ...entry, worlds: 1 }, async () => undefined)
    serveApplication(application)
    const reworded = refundBut({ body: (id) => `Hello! ${id}: done.` })
    for (const agent of [refundBut({}), reworded])
      expect(await judge(refund, agent)).toEqual([true, 'right', undefined])
    expect(await judge(label, labelBy(digest))).toEqual([true, 'right', undefined])
    expect(await judge(refund, refundBut({ amount: 12 }))).toEqual([false, 'wrong', expect.any(String)])
  })

  it.each<[Record<string, unknown>, string]>([
    [{ reset: 1 }, '`reset` is not a function'],
    [{ state: {} }, '`state` is not a function'],
    [{ reset() {}, worlds: 0 }, '`worlds` is not a whole number from 1 to 20'],
    [{ worlds: 2 }, '`worlds` is not of use without `reset({ seed })`'],
  ])('an entry is refused that exports %j', (exported, why) => {
    expect(() => readEntryData(() => {}, exported, './agent.ts')).toThrow(why)
  })
})
