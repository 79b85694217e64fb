import { zod } from '../schema/lazily.ts'
import type { Effect, Tool } from '../schema/tool.ts'
import { findNearestName } from '../shared/did-you-mean.ts'
import { TracewrightError } from '../shared/errors.ts'
import { memoizeOnce } from '../shared/memoize.ts'
import { builtInSchemas } from './built-in-schemas.ts'
import type { Simulator } from './define-simulator.ts'
import { joinRegistries, type Registry, registryOf } from './registry.ts'
import { UnansweredCall } from './unanswered-call.ts'

/** Shared by every copy of this module in a worker: setup file, suite modules and fixtures may be loaded apart. */
const KEY = Symbol.for('tracewright.served')
const holder = globalThis as {
  [KEY]?: { base: () => Registry; all: () => Registry; prepare: () => Promise<void>; live?: LiveTools }
}

/** Tools of the agent's own that answer themselves: all, or those of a list. */
export interface LiveTools {
  tools: boolean | readonly string[]
  /** What tools do to the world, by name. */
  effects: Readonly<Record<string, Effect>>
  /** Whether tools without a simulator answer themselves, too: a recording is made of them. */
  isRecording?: boolean
}

/** Schemas of a tool that answers in this process; before any were provided, of one that comes with tracewright. */
export const findSchemas = (name: string): Pick<Tool, 'inputSchema' | 'outputSchema'> | undefined => {
  const tools = holder[KEY]?.all
  return tools === undefined ? builtInSchemas()[name] : tools().get(name)
}

/** The simulators that answer in this process: those that come with tracewright, and those of the user. */
export const readServedRegistry = (): Registry => providedTools().all()

function providedTools(): NonNullable<(typeof holder)[typeof KEY]> {
  const tools = holder[KEY]
  if (tools !== undefined) return tools
  throw new TracewrightError(
    'Failed to find any tools: none were provided. Pass a registry, or import "tracewright/matchers" or "tracewright/fixtures" first.',
  )
}

/**
 * Hands over the tools that come with tracewright. Once in a process: later ones are ignored.
 *
 * @param load Loads the tools. Called when a tool is first asked for, since most test files ask for none.
 * @param prepare Loads the tools by an import; see {@link prepareTools}. Default nothing.
 */
export function provideTools(load: () => Registry, prepare: () => Promise<void> = async () => {}): void {
  const base = memoizeOnce(load)
  holder[KEY] ??= { base, all: base, prepare }
}

/**
 * Loads the tools that come with tracewright ahead of their use, by an import: a `require` of a module does not find what
 * that imports in the archives of Yarn's Plug and Play.
 */
export const prepareTools = async (): Promise<void> => holder[KEY]?.prepare()

/**
 * Adds simulators of the user to those that come with tracewright, each in the place of one of its name, and recorded
 * tools in the place of both; what was added before goes.
 *
 * @throws TracewrightError where two of one list have one name, or no tools were provided
 */
export function serve(simulators: Iterable<Simulator>, recorded: Iterable<Simulator> = []): void {
  const { base, prepare } = providedTools()
  const added = [registryOf(simulators), registryOf(recorded)]
  holder[KEY] = { base, all: memoizeOnce(() => joinRegistries(base(), ...added)), prepare }
}

/** Has tools of the agent's own answer themselves, until simulators are served anew. */
export function serveLive(live: LiveTools): void {
  Object.assign(providedTools(), { live })
  if (typeof live.tools !== 'boolean') addLiveTools(live.tools)
}

/** Has own tools without a simulator answer themselves, too, as long as something runs. */
export async function serveLiveWhile<T>(run: () => Promise<T>): Promise<T> {
  const before = providedTools()
  const { live = { tools: false, effects: {} } } = before
  // Live tools are added to the registry.
  const all = memoizeOnce(() => joinRegistries(before.all()))
  holder[KEY] = { ...before, all, live: { ...live, isRecording: true } }
  try {
    return await run()
  } finally {
    holder[KEY] = before
  }
}

/** Whether any tool of the agent's own may answer itself. */
export function hasLiveTools(): boolean {
  const { tools = false, isRecording = false } = holder[KEY]?.live ?? {}
  return isRecording || tools !== false
}

/** Whether the agent's own tool of a name answers itself. */
export function isLive(name: string): boolean {
  const { tools = false, isRecording = false } = holder[KEY]?.live ?? {}
  if (typeof tools === 'boolean' ? tools : tools.includes(name)) return true
  return isRecording && (readServedRegistry().get(name)?.isLive ?? !readServedRegistry().has(name))
}

/** The name of the option `live` that misspells a tool of the agent's, which nothing answers for. */
export function findMisspeltLive(name: string, own: readonly string[]): string | undefined {
  const { tools = false } = holder[KEY]?.live ?? {}
  if (typeof tools === 'boolean' || !own.includes(name) || readServedRegistry().has(name)) return undefined
  return findNearestName(
    name,
    tools.filter((one) => !own.includes(one)),
  )
}

/** Serves those of some tools that answer themselves, in the place of simulators. */
export function addLiveTools(names: Iterable<string>): void {
  for (const name of names) if (isLive(name)) findLiveTool(name)
}

/**
 * What stands for a live tool. Its effect is the one that the options say, else a write if the simulator of its name
 * writes. A simulator that reads says nothing of the tool: one that is not completed yet would hide a doubled write.
 */
export function findLiveTool(name: string): Simulator {
  const registry = readServedRegistry() as Map<string, Simulator> & Registry
  const known = registry.get(name)
  if (known?.isLive) return known
  const simulated = known?.effect === 'read' ? undefined : known?.effect
  const tool = createLiveTool(name, holder[KEY]?.live?.effects[name] ?? simulated)
  registry.set(name, tool)
  return tool
}

/** Notes that a live tool only reads, as its server says. */
export function noteReadOnly(name: string): void {
  if (!isLive(name)) return
  const { isEffectUnknown, ...tool } = findLiveTool(name)
  if (isEffectUnknown)
    (readServedRegistry() as Map<string, Simulator> & Registry).set(name, { ...tool, effect: 'read' })
}

/** What stands for a tool that answers itself: it knows no schemas, and is never run. */
const createLiveTool = (name: string, effect: Effect | undefined): Simulator => ({
  name,
  category: 'external_services',
  capability: name,
  description: '',
  effect: effect ?? 'write',
  ...(effect === undefined ? { isEffectUnknown: true } : {}),
  isLive: true,
  inputSchema: {},
  outputSchema: {},
  get input() {
    return zod().looseObject({})
  },
  get output() {
    return zod().json()
  },
  checks: 'own',
  run() {
    throw new UnansweredCall(`${name} runs live, and this needs a simulator`)
  },
})
