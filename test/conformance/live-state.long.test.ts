import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { compareStates, findLeftover } from '../../src/own-tools/state/compare-states.ts'
import { findChanging, type Pair } from '../../src/own-tools/state/find-changing.ts'
import { findOwnValues } from '../../src/own-tools/state/own-values.ts'
import { readState } from '../../src/own-tools/state/read-state.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'

const shared = process.env.TRACEWRIGHT_SHARED ?? resolve(import.meta.dirname, '../../../shared')
const folder = resolve(shared, 'prototypes/live-tools')
const SHIFT = 93_784_005

type Tool = (args: object) => Promise<Json>
type Agent = (tools: Record<string, Tool>) => Promise<unknown>
interface Application {
  functions: Record<string, Tool>
  reads: Set<string>
  opt: Record<'race' | 'keepSerial' | 'stableIds' | 'leak', boolean> & { shape: string }
  reset(options: { seed: number }): Promise<void>
  state(): unknown
}
interface LiveTask {
  fn: Agent
  right: Record<string, Agent>
  wrong: Record<string, Agent>
}
interface LiveCall {
  tool: string
  arguments: JsonObject
  hasText: boolean
  result: Json | undefined
}
interface LiveRun {
  calls: LiveCall[]
  state: Json
}

/** A text of a reference that an agent may word otherwise. */
class Wording {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): string {
    return this.text
  }
}
const text = (parts: TemplateStringsArray, ...values: unknown[]): Wording =>
  new Wording(String.raw({ raw: parts }, ...values))

/** Calls that had an effect, each with the other run's next call of the same tool. */
function pairCalls(calls: readonly LiveCall[], others: readonly LiveCall[]): [LiveCall, LiveCall][] {
  const free = others.filter(({ result }) => result !== undefined)
  return calls.flatMap((call): [LiveCall, LiveCall][] => {
    const at = call.result === undefined ? -1 : free.findIndex(({ tool }) => tool === call.tool)
    return at < 0 ? [] : [[call, free.splice(at, 1)[0] as LiveCall]]
  })
}

const flatten = (value: Json | undefined): Json[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(flatten) : [value ?? null]

/** The agent's wording, with the ids of its run exchanged for those of the reference. */
function exchangeIds(wording: Json, reference: readonly LiveCall[], agent: readonly LiveCall[]): Json {
  let exchanged = String(wording)
  for (const [call, other] of pairCalls(reference, agent)) {
    const [ids, others] = [flatten(call.result), flatten(other.result)]
    if (ids.length === others.length)
      for (const [i, id] of others.entries())
        if (typeof id === 'string' && id.length >= 8) exchanged = exchanged.replaceAll(id, String(ids[i]))
  }
  return exchanged
}

describe.skipIf(!existsSync(folder))(`state that live runs leave (${folder})`, () => {
  let app: Application
  let tasks: Record<string, LiveTask>

  beforeAll(async () => {
    app = await import(/* @vite-ignore */ pathToFileURL(resolve(folder, 'app.mjs')).href)
    const code = readFileSync(resolve(folder, 'live-tasks.mjs'), 'utf8').replaceAll(
      /^(?:import .*|export )/gm,
      '',
    )
    const { sideDoor } = app as unknown as Record<string, unknown>
    tasks = new Function('sideDoor', 'text', `${code}\nreturn T`)(sideDoor, text)
  })

  afterEach(() => {
    Object.assign(app.opt, { shape: 'plain', race: false, keepSerial: false, stableIds: false, leak: false })
  })

  async function run(
    agent: Agent,
    seed: number,
    readsTwice = false,
    wordings?: readonly LiveCall[],
  ): Promise<LiveRun> {
    await app.reset({ seed })
    const calls: LiveCall[] = []
    const send = async (tool: string, args: object): Promise<Json> =>
      JSON.parse(JSON.stringify(await app.functions[tool]?.(structuredClone(args))))
    const call = async (tool: string, given: object): Promise<Json> => {
      const hasText = Object.values(given).some((value) => value instanceof Wording)
      const args: JsonObject = JSON.parse(JSON.stringify(given))
      const other =
        wordings && hasText
          ? pairCalls([...calls, { tool, arguments: args, hasText, result: null }], wordings).at(-1)?.[1]
          : undefined
      if (other?.tool === tool)
        for (const [key, value] of Object.entries(given))
          if (value instanceof Wording)
            args[key] = exchangeIds(other.arguments[key] ?? '', calls, wordings ?? [])
      const entry: LiveCall = { tool, arguments: args, hasText, result: undefined }
      calls.push(entry)
      if (readsTwice && app.reads.has(tool)) await send(tool, args).catch(() => undefined)
      entry.result = await send(tool, args)
      return structuredClone(entry.result)
    }
    const tools = new Proxy(
      {},
      {
        get:
          (_, tool) =>
          (args = {}) =>
            call(String(tool), args),
      },
    )
    await agent(tools).catch(() => undefined)
    return { calls, state: readState(structuredClone(app.state())) }
  }

  async function shiftDate<T>(work: () => Promise<T>): Promise<T> {
    const RealDate = Date
    globalThis.Date = class extends RealDate {
      constructor(...given: [number]) {
        super(...((given.length > 0 ? given : [RealDate.now() + SHIFT]) as [number]))
      }
      static override now = (): number => RealDate.now() + SHIFT
    } as DateConstructor
    try {
      return await work()
    } finally {
      globalThis.Date = RealDate
    }
  }

  const isRead = ({ tool }: LiveCall): boolean => app.reads.has(tool)

  /** The reference, with every read made twice. */
  const readTwice =
    (fn: Agent): Agent =>
    (tools) => {
      const call = async (name: string, args: object) => {
        if (app.reads.has(name)) await tools[name]?.(args).catch(() => undefined)
        return tools[name]?.(args)
      }
      return fn(new Proxy(tools, { get: (_, name: string) => (args: object) => call(name, args) }))
    }

  /** Writes with their arguments, without ids and wordings. */
  const describeWrites = ({ calls }: LiveRun): string => {
    const writes = calls.filter((call) => call.result !== undefined && !isRead(call))
    const told = writes.map(({ tool, arguments: { body, ...args } }) => [tool, Object.values(args)])
    return JSON.stringify(told).replaceAll(/[\da-f-]{36}/g, '')
  }

  interface Verdict {
    agent: string
    differences: string[]
    /** Whether the agent wrote what the reference writes. */
    hasSameWrites: boolean
  }

  /** Runs agents in a world of a task, and compares the state that each leaves. */
  async function judge(id: string, agents: Record<string, Agent>, seed: number): Promise<Verdict[]> {
    const { fn } = tasks[id] as LiveTask
    const reference = await run(fn, seed)
    const second = await shiftDate(() => run(fn, seed, true))
    const changing = findChanging(reference.state, second.state)
    const verdicts: Verdict[] = []
    for (const [name, agent] of Object.entries(agents)) {
      const after = await run(agent, seed)
      const hasText = reference.calls.some((call) => call.hasText)
      const reworded = hasText ? await run(fn, seed, false, after.calls) : reference
      const writes = pairCalls(reworded.calls, after.calls).filter(([call]) => !isRead(call))
      const own = findOwnValues(writes as Pair<Required<LiveCall> & { result: Json }>[])
      const differences = compareStates({ reference: reworded.state, changing, after: after.state, own })
      const hasSameWrites = describeWrites(after) === describeWrites(reference)
      verdicts.push({ agent: `${id} ${name}`, differences, hasSameWrites })
    }
    return verdicts
  }

  async function judgeAll(worlds: number, kind: 'right' | 'wrong'): Promise<Verdict[]> {
    const verdicts: Verdict[] = []
    for (const [id, task] of Object.entries(tasks))
      for (let seed = 0; seed < worlds; seed++) {
        const more = kind === 'right' ? { same: task.fn, readTwice: readTwice(task.fn) } : {}
        verdicts.push(...(await judge(id, { ...more, ...task[kind] }, seed)))
      }
    return verdicts
  }

  const SHAPES: [name: string, opt: Partial<Application['opt']>, worlds: number][] = [
    ['as it is', {}, 8],
    ['with a log that grows with reads', { shape: 'audit' }, 2],
    ['by keys', { shape: 'keyed' }, 2],
    ['without an order', { shape: 'noorder' }, 2],
    ['with dates and ids within texts', { shape: 'log' }, 2],
    ['with numbers that no reset puts back', { keepSerial: true }, 2],
    ['with ids that no run makes anew', { stableIds: true }, 2],
  ]

  it.each(SHAPES)('is equal after each right run: %s', async (_, opt, worlds) => {
    Object.assign(app.opt, opt)
    const verdicts = await judgeAll(worlds, 'right')
    expect(verdicts).toHaveLength(34 * worlds)
    expect(verdicts.filter(({ differences }) => differences.length > 0)).toEqual([])
  })

  /** Its wrong agents make up a code or take another id's, which the trace sees: to a state, one id is as good as another. */
  const isSeenByTraceAlone = ({ agent }: Verdict): boolean => agent.startsWith('label ')

  it.each(SHAPES)('differs after each wrong run: %s', async (_, opt, worlds) => {
    Object.assign(app.opt, opt)
    const verdicts = (await judgeAll(worlds, 'wrong')).filter((verdict) => !isSeenByTraceAlone(verdict))
    const unseen = verdicts.filter(({ differences }) => differences.length === 0)
    // In some worlds a wrong agent happens to write what is right.
    expect(unseen.filter(({ hasSameWrites }) => !hasSameWrites)).toEqual([])
    if (worlds === 8) expect(verdicts.length - unseen.length).toBe(154)
  })

  it('is equal and differs where the state has a megabyte', async () => {
    app.opt.shape = 'big'
    expect(JSON.stringify(app.state()).length).toBeGreaterThan(800_000)
    const agents = { ...tasks.refund?.right, madeUp: tasks.refund?.wrong.madeUp as Agent }
    const verdicts = await judge('refund', agents, 0)
    expect(verdicts.map(({ agent, differences }) => [agent, differences.length > 0])).toEqual(
      Object.keys(agents).map((name) => [`refund ${name}`, name === 'madeUp']),
    )
  })

  it('shows writes past the tools, and writes that overlapping calls lose', async () => {
    const [side] = await judge('side', { ...tasks.side?.wrong }, 0)
    expect(side).toMatchObject({
      hasSameWrites: true,
      differences: [expect.stringMatching(/^orders\/0\/status: "vip", expected/)],
    })
    app.opt.race = true
    const [race] = await judge('allLate', { parallel: tasks.allLate?.right.parallel as Agent }, 0)
    expect(race).toMatchObject({ differences: [expect.stringMatching(/^balance: .*, expected /)] })
  })

  it('shows what a reset leaves behind, and a Map', async () => {
    Object.assign(app.opt, { shape: 'audit' })
    const states: Json[] = []
    const readAfterReset = async (): Promise<void> => {
      await app.reset({ seed: 0 })
      states.push(readState(structuredClone(app.state())))
    }
    await readAfterReset()
    await shiftDate(readAfterReset)
    const changing = findChanging(states[0] as Json, states[1] as Json)
    for (const leak of [false, true]) {
      app.opt.leak = leak
      await tasks.side?.fn(app.functions)
      await readAfterReset()
    }
    expect(findLeftover(states[0] as Json, states[2] as Json, changing)).toEqual([])
    expect(findLeftover(states[0] as Json, states[3] as Json, changing)).toEqual([
      expect.stringMatching(/^audit: one row more: \{"n":1,"tool":"findOrder"/),
    ])
    app.opt.shape = 'map'
    expect(() => readState(app.state())).toThrow('orders is a Map. Return [...orders.values()] instead.')
  })
})
