import { type JsonObject, stableJson } from '../shared/json.ts'

/** A committed change of the world: which tool made it, with which arguments. */
export interface CommittedEffect {
  tool: string
  arguments: JsonObject
  effect: 'idempotent-write' | 'write'
}

/** Equal texts for equal writes. */
export const writeKey = (tool: string, args: JsonObject): string => `${tool} ${stableJson(args)}`
