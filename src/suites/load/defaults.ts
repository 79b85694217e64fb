import { taskSchema } from '../../schema/task.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'

/** Fields that say which task it is: each line has its own. */
const OWN = ['task_id', 'prompt', 'turns', 'expected_trace']

/** What a first line `{"defaults": {...}}` gives to the lines after it; undefined where a row is a task. */
export function defaultsOf(row: Json): JsonObject | undefined {
  if (!isObject(row) || !isObject(row.defaults)) return undefined
  return Object.keys(row).length === 1 ? row.defaults : undefined
}

/** Fields that cannot be defaults. Whether their values are right shows in each task. */
export function defaultsProblems(defaults: JsonObject): { field: string; message: string }[] {
  const fields = Object.keys(taskSchema().shape)
  return Object.keys(defaults).flatMap((name) => {
    const field = `defaults.${name}`
    if (!fields.includes(name)) return [{ field, message: `unknown field${didYouMean(name, fields)}` }]
    return OWN.includes(name) ? [{ field, message: 'each line has its own' }] : []
  })
}
