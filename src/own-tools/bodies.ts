import type { JsonObject } from '../shared/json.ts'

/** Runs a tool itself, and gives what the trace would have of its result. */
export type Body = (args: JsonObject) => unknown

/** Shared by every copy of this module in a worker: each seam may be loaded through another path. */
const KEY = Symbol.for('tracewright.own-bodies')
const holder = globalThis as { [KEY]?: Map<string, Body | undefined> }
holder[KEY] ??= new Map()
const bodies = holder[KEY]

/** Notes a tool of the agent's own, with what runs it where that is known. */
export function noteOwnTool(name: string, body?: Body): void {
  if (body !== undefined || !bodies.has(name)) bodies.set(name, body)
}

/** Names of the agent's own tools that were made or called so far. */
export const listOwnTools = (): string[] => [...bodies.keys()]
