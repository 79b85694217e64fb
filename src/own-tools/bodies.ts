import type { JsonObject } from '../shared/json.ts'

/** Runs a tool itself, as its framework would. */
export interface Body {
  run(args: JsonObject): unknown
  /** The output in what it returned. Default: that. */
  readOutput?: ((returned: unknown) => unknown) | undefined
  /** What the agent's model reads of it. */
  description?: string | undefined
  /** Schema of its arguments, as its framework holds it. */
  schema?: unknown
  /** Names of the arguments that it can read, of a plain function. */
  readable?: readonly string[]
  /** What the agent made: another one each time where the agent makes its tools in each run. Default: `run`. */
  source?: unknown
}

/** Shared by every copy of this module in a worker: each seam may be loaded through another path. */
const KEY = Symbol.for('tracewright.own-bodies')
const holder = globalThis as { [KEY]?: Map<string, Body | undefined> }
holder[KEY] ??= new Map()
const bodies = holder[KEY]

/** Notes a tool of the agent's own, with what runs it where that is known. */
export function noteOwnTool(name: string, body?: Body): void {
  // A call says less of a tool than its listing.
  if (body !== undefined) bodies.set(name, { ...bodies.get(name), source: body.run, ...body })
  else if (!bodies.has(name)) bodies.set(name, undefined)
}

export const findBody = (name: string): Body | undefined => bodies.get(name)

let names: string[] = []

/** Names of the agent's own tools that were made or called so far; none is forgotten. Every case asks for them. */
export function listOwnTools(): readonly string[] {
  if (names.length !== bodies.size) names = [...bodies.keys()].sort()
  return names
}

/** Notes which tools there are; gives what tells whether one of them was made anew since. */
export function watchOwnTools(): () => boolean {
  const before = [...bodies]
  return () => before.some(([name, body]) => body !== undefined && bodies.get(name)?.source !== body.source)
}
