import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { OwnApplication } from '../../../src/own-tools/application.ts'
import { noteFunction } from '../../../src/own-tools/own-functions.ts'
import { type ComparedReference, compareReference } from '../../../src/own-tools/state/reference-snapshot.ts'
import type { CallableTools } from '../../../src/tasks/reference/function-run.ts'
import { FunctionWorlds } from '../../../src/tasks/reference/function-worlds.ts'
import { serveApplication } from '../../../src/tasks/reference/live-application.ts'
import { addLiveTools, readServedRegistry, serve, serveLive } from '../../../src/tools/served.ts'

const DAY = 86_400_000
const present = Date.now()
/** A clock that nothing shifts, as that of a database: in whole seconds. */
const tellTime = (): string => new Date(wall).toISOString().slice(0, 19).replace('T', ' ')

interface Item {
  id: string
  name: string
  price: number
  due: string
}
/** Names of the bugs that the tools have. */
let bug = ''
let wall = present
let serial = 0
let items: Item[] = []
let orders: Record<string, object> = {}
let log: object[] = []

const entry = {
  snapshot: true,
  reset({ seed }: { seed: number }) {
    items = ['nut', 'bolt', 'gear'].map((name, i) => ({
      id: [randomUUID(), crypto.randomUUID()][i % 2] as string,
      name,
      price: 10.5 + i * 4 + seed,
      due: i === 1 ? '2026-03-01' : new Date(Date.now() + i * DAY).toISOString(),
    }))
    orders = {}
    log = []
    serial += 7
  },
  state: () => ({ items, orders, log }),
}
const TOOLS: Record<string, (args: Record<string, never>) => unknown> = {
  list_items({ limit }) {
    const found = items.slice(0, Number(limit) - (bug === 'limit' ? 1 : 0))
    return {
      items: found,
      sum: found.reduce((sum, { price }) => sum + price, bug === 'sum' ? 1 : 0),
      overdue: found.filter(({ due }) => Date.parse(due) < Date.now()).length,
      took: performance.now(),
      lucky: Math.floor(Math.random() * 3),
      asked: tellTime(),
    }
  },
  order_item({ id }) {
    const item = items.find((one) => one.id === id)
    const order = randomUUID()
    const row = bug === 'row' ? items.find((one) => one.id !== id) : item
    orders[order] = { n: serial++, item: row?.id, price: bug === 'price' ? 1 : row?.price, at: new Date() }
    log.push({ at: tellTime(), text: `ordered ${order} for ${item?.id}` })
    return { order, number: serial, left: items.length }
  },
}
const NAMES = Object.keys(TOOLS)

beforeAll(() => {
  serve([])
  serveLive({ tools: true, effects: { list_items: 'read' } })
  addLiveTools(NAMES)
  for (const name of NAMES) noteFunction(name, ['args'], (args) => TOOLS[name]?.(args as never))
})
beforeEach(() => {
  bug = ''
  wall = present
  vi.restoreAllMocks()
})
afterAll(() => {
  serve([])
  serveApplication(undefined)
})

const openApplication = (): OwnApplication => new OwnApplication(entry, async () => undefined)

/** Lets a day of its own be the present, and compares what the reference leaves with its snapshot. */
function compare(
  snapshot: string | undefined,
  seed: number,
  day = 0,
  live = openApplication(),
): Promise<ComparedReference> {
  wall = present + day * DAY
  vi.spyOn(Date, 'now').mockReturnValue(wall)
  const reference = async ({ list_items, order_item }: CallableTools) => {
    const { items: found } = (await list_items!({ limit: 3 })) as { items: Item[] }
    const { order } = (await order_item!({ id: found[1]?.id })) as { order: string }
    return { order, name: found[1]?.name }
  }
  const task = { task_id: 't', prompt: 'Order.', available_tools: NAMES, reference, live }
  return compareReference(new FunctionWorlds(task, readServedRegistry()), seed, snapshot)
}

describe('the snapshot of a reference', () => {
  it('has no value that changes by itself, and tells which ids are the same', async () => {
    const { text } = await compare(undefined, 0)
    expect(JSON.parse(text)).toMatchObject({
      at: new Date(present).toISOString(),
      calls: {
        '1 list_items': { result: { sum: 43.5, took: '(changes)', asked: '(time)' } },
        '2 order_item': { arguments: {}, result: { number: '(changes)', left: 3 } },
      },
      answer: { name: 'bolt' },
      state: { log: [{ at: '(time)' }] },
    })
    expect(text).not.toMatch(/[0-9a-f]{8}-/)
    const { calls, state, answer } = JSON.parse(text)
    const ordered = calls['2 order_item'].arguments.id
    expect(state.orders).toEqual({
      [answer.order]: { n: '(changes)', item: ordered, price: 14.5, at: '(time)' },
    })
    expect(state.log[0].text).toBe(`ordered ${answer.order} for ${ordered}`)
  })

  it('equals each of fifty runs, in other worlds and on other days', async () => {
    // An application waits for late writes once, as in a worker that runs many tasks.
    const live = openApplication()
    for (let i = 0; i < 50; i++) {
      const { text } = await compare(undefined, i % 5, i, live)
      const again = await compare(text, i % 5, i + [0, 1, 30, 400][i % 4]!, live)
      expect(again, `run ${i}`).toEqual({ text, differences: [] })
    }
  })

  it.each([
    ['sum', ['calls/1 list_items/result/sum: 44.5, expected 43.5']],
    ['limit', [expect.stringContaining('calls/1 list_items/result/items: one row is missing')]],
    ['price', [expect.stringMatching(/^state\/orders\/.*: 1, expected 14.5$/)]],
    ['row', [expect.stringMatching(/^state\/orders\/.*price: 10.5, expected 14.5$/)]],
  ])('differs where a tool has a bug: %s', async (name, differences) => {
    const { text } = await compare(undefined, 0)
    bug = name
    const found = await compare(text, 0, 3)
    expect(found.differences).toEqual(expect.arrayContaining(differences))
    // `vitest -u` keeps what the tools leave then.
    expect(await compare(found.text, 0, 5)).toEqual({ text: found.text, differences: [] })
  })

  it.each(['', '[]', '{"at":1}', '{"at":"2026-01-01"'])('is refused where it is %j', async (text) => {
    expect((await compare(text, 0)).differences).toEqual(['the file is not a snapshot of a reference'])
  })
})
