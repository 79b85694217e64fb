import type { Task } from '../../src/schema/task.ts'
import type { PlainTask, TaskInWorld } from '../../src/schema/task-in-world.ts'
import type { Call, Trace } from '../../src/schema/trace.ts'
import { scoreInWorld } from '../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { memoizeByString } from '../../src/shared/memoize.ts'
import { chooseLevel } from '../../src/suites/load/check/level-shape.ts'
import type { FunctionCall, FunctionRun, FunctionTask } from '../../src/tasks/reference/function-run.ts'
import { FunctionWorlds } from '../../src/tasks/reference/function-worlds.ts'
import { readExample, type Written } from '../../src/tasks/reference/markers.ts'
import { Refused } from '../../src/tasks/reference/reference-error.ts'
import { openWorld, prepareTools } from '../../src/tasks/world-state.ts'
import type { Registry } from '../../src/tools/registry.ts'

/** An agent as a function over the same tools as a reference. Outputs are read as they come. */
// biome-ignore lint/suspicious/noExplicitAny: agents are written as a user writes them, without types of outputs.
export type AgentTools = Record<string, (args?: object) => Promise<any>>
export type FunctionAgent = (tools: AgentTools) => Promise<unknown>

/** A task as a function, with agents that solve it and agents that do not. */
export interface ReferenceTask {
  prompt: string
  tools: string[]
  state?: Record<string, Json[]>
  reference: FunctionAgent
  right?: Record<string, FunctionAgent>
  wrong?: Record<string, FunctionAgent>
  /** Whether its writes wait for no read. */
  isFree?: boolean
}

/** How agents of one name were judged: in how many worlds, and in which wrongly. */
export type Tally = Record<string, { worlds: number; misjudged: number[] }>

export const toFunctionTask = (
  task_id: string,
  { prompt, tools, state, reference }: ReferenceTask,
): FunctionTask => ({
  task_id,
  prompt,
  available_tools: tools,
  reference,
  ...(state === undefined ? {} : { world: { seed: 0, state } }),
})

/** What an agent does in the world of a seed. */
export async function traceAgent(
  agent: FunctionAgent,
  task: FunctionTask,
  seed: number,
  registry: Registry,
): Promise<Trace> {
  const world = openWorld({ world: task.world }, seed, registry)
  const calls: Call[] = []
  let time = 0
  const call = async (name: string, given: object = {}): Promise<unknown> => {
    const args = JSON.parse(JSON.stringify(readExample(given as Written))) as JsonObject
    const result = registry.execute(name, args, world)
    const outcome = result.ok ? { result: result.output } : { error: result.error }
    const { status, committed } = result
    const made = { id: `c${calls.length}`, tool_name: name, arguments: args, status, ...outcome, committed }
    const entry = { ...made, started: time++, ended: Infinity } as Call
    calls.push(entry)
    await null
    entry.ended = time++
    if (!result.ok) throw new Refused(name, result.status, result.error)
    return structuredClone(result.output)
  }
  const tools = new Proxy({} as AgentTools, {
    get: (_, name: string) => (registry.has(name) ? (args?: object) => call(name, args) : undefined),
  })
  const answer = await agent(tools).catch((error: unknown) => {
    if (error instanceof Refused) return 'failed'
    throw error
  })
  const line = typeof answer === 'string' ? answer : JSON.stringify(readExample(answer as Written))
  const final_answer = answer === undefined ? 'done' : `ANSWER: ${line}`
  return { task_id: task.task_id, calls, final_answer, attempt: 0, seed }
}

/** The plain task in a world, as the scorer takes it. */
export async function placeFunction(
  worlds: FunctionWorlds,
  seed: number,
  registry: Registry,
): Promise<TaskInWorld<Registry>> {
  const { plain, expansion } = await worlds.describe(seed)
  const { reference: _, ...task } = worlds.task
  const level = chooseLevel(plain)
  const written = { ...task, level, available_tools: [...task.available_tools], ...plain } as Task
  const tools = prepareTools({ world: plain.world }, registry)
  return { written, task: written as PlainTask, seed, tools, expansion }
}

const wrapTools = (
  agent: FunctionAgent,
  around: (tools: AgentTools, name: string, args: JsonObject) => Promise<unknown>,
): FunctionAgent => {
  const wrap = (tools: AgentTools): AgentTools =>
    new Proxy(tools, {
      get: (_, name: string) =>
        tools[name] && ((args: object = {}) => around(tools, name, args as JsonObject)),
    })
  return (tools) => agent(wrap(tools))
}

type MadeCall = Pick<FunctionCall, 'args' | 'tool'>

const replay =
  (calls: readonly MadeCall[], answer?: unknown): FunctionAgent =>
  async (tools) => {
    for (const { tool, args } of calls) await tools[tool]?.(args).catch(() => {})
    return answer
  }

/** Arguments of reads that nobody needs. */
const OTHER_ARGUMENTS = [
  { city: 'Lima' },
  { query: 'other' },
  { symbol: 'IBM' },
  { reference: 'A-5' },
  { key: 'zzz' },
  { date: '2020-01-01' },
  { url: 'https://a.example' },
]

/** Agents that do as the reference does, with reads that nobody needs or with defaults written out. */
function listVariants(
  reference: FunctionAgent,
  isRead: (tool: string) => boolean,
  addDefaults: (tool: string, args: JsonObject) => JsonObject,
): Record<string, FunctionAgent> {
  return {
    same: reference,
    reread: wrapTools(reference, async (tools, name, args) => {
      if (isRead(name)) await tools[name]?.(args).catch(() => {})
      return tools[name]?.(args)
    }),
    extra: wrapTools(reference, async (tools, name, args) => {
      const result: unknown = await tools[name]?.(args)
      if (isRead(name) && Object.values(args).some((value) => typeof value === 'string'))
        for (const other of OTHER_ARGUMENTS)
          if (Object.keys(other).some((key) => key in args))
            await tools[name]?.({ ...args, ...other }).catch(() => {})
      return result
    }),
    defaults: wrapTools(reference, (tools, name, args) => tools[name]?.(addDefaults(name, args)) as never),
  }
}

/** Runs of a world with something left out, swapped, added or taken from another world. */
function listMutants(
  { tools, isFree }: ReferenceTask,
  run: FunctionRun,
  runs: readonly FunctionRun[],
  isRead: (tool: string) => boolean,
): [string, FunctionAgent][] {
  const { calls, steps, answer, seed } = run
  const [first = ''] = tools
  if (steps.length === 0)
    return [['+act', async (t) => void (await t[first]?.({ to: 'a@example.com', subject: 'x', body: 'y' }))]]
  const describe = (of: readonly MadeCall[], end?: unknown): string =>
    JSON.stringify([of.map(({ tool, args }) => [tool, args]), end])
  const isWrite = ({ tool }: MadeCall): boolean => !isRead(tool)
  const others = runs.filter((other) => other.seed !== seed)
  const mutants = steps.map((step): [string, FunctionAgent] => [
    `-drop ${isWrite(step) ? 'write' : 'read'}`,
    replay(
      calls.filter((call) => call !== step),
      answer,
    ),
  ])
  const constant = others.find((other) => describe(other.steps, other.answer) !== describe(steps, answer))
  if (constant !== undefined) mutants.push(['-constant', replay(constant.calls, constant.answer)])
  const writes = describe(steps.filter(isWrite))
  const alike = others.find(
    (other) => other.shape === run.shape && describe(other.steps.filter(isWrite)) !== writes,
  )
  if (alike !== undefined) {
    const scrambled = calls.map((call) =>
      isWrite(call) && call.result.ok
        ? { tool: call.tool, args: alike.steps[steps.indexOf(call)]?.args ?? call.args }
        : call,
    )
    mutants.push(['-scrambled', replay(scrambled, answer)])
  }
  const reads = calls.filter((call) => !isWrite(call))
  if (isFree !== true && steps.some(isWrite) && !steps.every(isWrite))
    mutants.push(['-act first', replay([...calls.filter(isWrite), ...reads], answer)])
  const write = tools.find((tool) => !isRead(tool))
  const example = runs.flatMap((one) => one.steps).find(({ tool }) => tool === write)
  if (example !== undefined) {
    const isText = (key: string): boolean =>
      typeof example.args[key] === 'string' && !['priority', 'id'].includes(key)
    const key = Object.keys(example.args).find(isText)
    const args = key === undefined ? example.args : { ...example.args, [key]: `${example.args[key]} x` }
    mutants.push(['-extra write', replay([...calls, { tool: example.tool, args }], answer)])
  }
  const flipped = runs.find((other) => other.shape !== run.shape)
  if (flipped !== undefined)
    mutants.push(['-other branch', replay([...reads, ...flipped.steps.filter(isWrite)], flipped.answer)])
  return mutants
}

/**
 * Has every agent of a task judged in twenty worlds. A wrong agent that does what the reference does counts only where
 * `isOrderWrong` says that its order is wrong.
 */
export async function judgeAgents(
  id: string,
  task: ReferenceTask,
  registry: Registry,
  { isOrderWrong = (_: string): boolean => false, hasMutants = true } = {},
): Promise<{ right: Tally; wrong: Tally }> {
  const isRead = (tool: string): boolean => registry.get(tool)?.effect === 'read'
  const addDefaults = (tool: string, args: JsonObject): JsonObject => {
    const properties = Object.entries((registry.get(tool)?.inputSchema.properties ?? {}) as JsonObject)
    const presets = properties.flatMap(([key, value]) => {
      const preset = (value as JsonObject).default
      return preset === undefined ? [] : [[key, preset] as const]
    })
    return { ...Object.fromEntries(presets), ...args }
  }
  const worlds = new FunctionWorlds(toFunctionTask(id, task), registry)
  const { runs } = await worlds.check(0)
  const right: Tally = {}
  const wrong: Tally = {}
  for (let seed = 0; seed < 20; seed++) {
    const here = await placeFunction(worlds, seed, registry)
    const trace = (agent: FunctionAgent): Promise<Trace> => traceAgent(agent, worlds.task, seed, registry)
    const describe = ({ calls, final_answer }: Trace, isMade = (_: Call): boolean => true): string => {
      const made = calls
        .filter(isMade)
        .map((one) => [one.tool_name, addDefaults(one.tool_name, one.arguments)])
      return JSON.stringify([made.map((one) => JSON.stringify(one)).sort(), final_answer])
    }
    // Many agents do the same in a world, and judging takes most of the time.
    const isSolved = memoizeByString(100, (made) => scoreInWorld(here, JSON.parse(made) as Trace).solved)
    const judge = (tally: Tally, name: string, made: Trace): void => {
      const entry = tally[name] ?? { worlds: 0, misjudged: [] }
      tally[name] = entry
      entry.worlds++
      if (isSolved(JSON.stringify(made)) !== (tally === right)) entry.misjudged.push(seed)
    }
    const expected = await trace(task.reference)
    const agents = { ...listVariants(task.reference, isRead, addDefaults), ...task.right }
    for (const [name, agent] of Object.entries(agents))
      judge(right, name, agent === task.reference ? expected : await trace(agent))
    for (const [name, agent] of Object.entries(task.wrong ?? {})) {
      const made = await trace(agent)
      if (describe(made) !== describe(expected) || isOrderWrong(name)) judge(wrong, name, made)
    }
    const succeeded = ({ status }: Call): boolean => status < 300
    const mutants = hasMutants ? listMutants(task, await worlds.runIn(seed), runs, isRead) : []
    for (const [name, agent] of mutants) {
      const made = await trace(agent)
      const isSame = describe(made, succeeded) === describe(expected, succeeded)
      if (!isSame || !/^-(?:const|scr|extra|other)/.test(name)) judge(wrong, name, made)
    }
  }
  return { right, wrong }
}

/** Worlds in which agents were judged wrongly, by name of the agent; agents that were judged right are left out. */
export const listMisjudged = (tally: Tally): Record<string, number> =>
  Object.fromEntries(
    Object.entries(tally).flatMap(([name, { misjudged }]) =>
      misjudged.length > 0 ? [[name, misjudged.length]] : [],
    ),
  )
