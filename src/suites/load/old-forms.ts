import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { shortenPath } from '../../shared/shown-path.ts'
import { listParts } from './nodes.ts'
import type { ParsedTask } from './parse-task.ts'

/** Keys by which JSON lines decided. What decides is a function now. */
const OLD_KEYS: ReadonlySet<string> = new Set('$all $draw $each $failed $find $first $item'.split(' '))
/** Where a key without a dollar is one of them: in a step, and in a branch of an answer. */
const OLD_PLACES = /\/(?:steps|expected_final_answer)\/\d+$/
const MAY_BE_OLD = /"(?:when|each|\$(?:all|draw|each|failed|find|first|item))"\s*:/

export interface OldForm {
  field: string
  key: string
}

/** The first place of a row that decides as JSON lines once could; undefined for a fixed trace. */
export function findOldForm(row: JsonObject, text: string): OldForm | undefined {
  if (!MAY_BE_OLD.test(text)) return undefined
  const { expected_trace = null, alternatives = null, expected_final_answer = null, world = null } = row
  const isBranch = (value: JsonObject): boolean => 'when' in value && ('is' in value || 'step_id' in value)
  const findKey = (value: Json, pointer: string): string | undefined => {
    if (!isObject(value)) return undefined
    const key = Object.keys(value).find((name) => OLD_KEYS.has(name))
    if (key !== undefined || !OLD_PLACES.test(pointer)) return key
    return isBranch(value) ? 'when' : 'step_id' in value && 'each' in value ? 'each' : undefined
  }
  for (const { pointer, value } of listParts({
    expected_trace,
    alternatives,
    expected_final_answer,
    world,
  })) {
    const key = findKey(value, pointer)
    if (key !== undefined) return { field: pointer.slice(1).replaceAll('/', '.'), key }
  }
  return undefined
}

/** What is wrong with a row that decides, and how it becomes a function. */
export const refuseOldForm = (row: JsonObject, { field, key }: OldForm, file: string): ParsedTask => ({
  problems: [
    {
      field,
      message: `"${key}" has left JSON lines: a task that decides is a function in a *.suite.ts. Print it as one: npx tracewright show ${shortenPath(file)}:${String(row.task_id)}`,
    },
  ],
})
