import type { ToolResult } from '../../src/schema/tools.ts'
import { isObject, type Json } from '../../src/shared/json.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { executeTool } from '../../src/tools/execute.ts'
import { World } from '../../src/tools/world/world.ts'
import { readSharedLines } from './shared-data.ts'

/** A call of the reference program and what it gave, at seed 0. */
export interface Vector {
  tool: string
  args: Json
  ok: boolean
  output: Json
  /** Arguments written as `30.0`, in the form `items[0].unit_price`. */
  arg_float_paths?: string[]
  /** Whether the arguments fit the declared schema. */
  in_schema: boolean
  /** Whether the result holds values that JSON cannot carry. */
  exotic: boolean
  nondeterministic?: boolean
}

/** All vectors of a tool. */
export const readVectors = (tool: string): Vector[] =>
  readSharedLines(`simulators/${tool}.jsonl`).map((line) => JSON.parse(line) as Vector)

/** Published vectors write `items[0].unit_price` where we write `/items/0/unit_price`. */
const pointer = (path: string): string => `/${path.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`

/** Makes the call of a vector in a published world of its own. */
export function executeVector({ tool, args, arg_float_paths = [] }: Vector): ToolResult {
  const simulator = registry.get(tool)
  if (simulator === undefined) throw new Error(`no simulator ${tool}`)
  return executeTool(simulator, args, new World(0), new Set(arg_float_paths.map(pointer)))
}

/** A stock sentence that was taken out of the reference data; any text stands for it. */
export const isRemovedSentence = (value: Json): boolean => isObject(value) && isObject(value.$prose as Json)

/** Copies our text into the places where the reference's sentence was taken out. */
export function fillSentences(expected: Json, actual: Json): Json {
  if (isRemovedSentence(expected)) return typeof actual === 'string' && actual !== '' ? actual : expected
  if (Array.isArray(expected)) {
    return expected.map((item, i) => fillSentences(item, (Array.isArray(actual) ? actual[i] : null) ?? null))
  }
  if (!isObject(expected)) return expected
  return Object.fromEntries(
    Object.entries(expected).map(([key, item]) => [
      key,
      fillSentences(item, (isObject(actual) ? actual[key] : null) ?? null),
    ]),
  )
}

/** Whether a value holds a place where a sentence was taken out. */
export const hasRemovedSentence = (value: Json): boolean =>
  isRemovedSentence(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasRemovedSentence))
