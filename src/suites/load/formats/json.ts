import { isObject, type Json } from '../../../shared/json.ts'
import { duplicateKey, jsonProblem, parseJson } from '../../../shared/parse-json.ts'
import { parseTask } from '../parse-task.ts'
import { SuiteError } from '../suite-error.ts'
import { type SuiteLine, type SuiteRow, tasksOf } from '../tasks-of.ts'
import { JsonPlaces, lineOfJsonError } from './json-places.ts'

const LISTS = ['tasks', 'data'] as const

/** The list of tasks in a document and its name there, or what is wrong. */
function findTasks(document: Json): { name: string; tasks: Json[] } | string {
  if (Array.isArray(document)) return { name: '', tasks: document }
  const named = isObject(document) ? LISTS.filter((name) => document[name] !== undefined) : []
  const [name, other] = named
  if (!isObject(document) || name === undefined)
    return 'expected an array of tasks, or an object that holds one as "tasks" or "data"'
  if (other !== undefined) return 'both "tasks" and "data" are there; name one of them otherwise'
  const tasks = document[name]
  return Array.isArray(tasks) ? { name, tasks } : `${name}: expected an array of tasks`
}

/**
 * Parses a suite that is one JSON document: an array of tasks, or an object that holds the array as `tasks` or as
 * `data` and whatever else beside it. Throws a {@link SuiteError} that lists every problem by task and line.
 */
export function parseJsonSuite(source: string, file: string): SuiteLine[] {
  const text = source.replace(/^\uFEFF/, '')
  const fail = (line: number, message: string): never => {
    throw new SuiteError(file, [{ line, field: '', message }])
  }
  if (text.trim() === '') fail(1, 'the file is empty')
  let document: Json
  try {
    document = parseJson(text)
  } catch (error) {
    return fail(lineOfJsonError(text, error), jsonProblem(error))
  }
  const twice = duplicateKey(text)
  if (twice !== undefined) fail(0, `an object has the key "${twice}" twice`)
  const found = findTasks(document)
  if (typeof found === 'string') return fail(1, found)
  const { name, tasks } = found
  if (tasks.length === 0) fail(1, 'the suite has no tasks')
  const places = new JsonPlaces(text)
  const root = name === '' ? [] : [name]
  function* rows(): Generator<SuiteRow> {
    for (const [i, task] of tasks.entries())
      yield {
        line: places.lineOf([...root, i]),
        parsed: parseTask(task),
        locate: (field: string) => ({
          line: places.lineOf([...root, i, ...(field === '' ? [] : field.split('.'))]),
          field: `${name}[${i}]${field === '' ? '' : `.${field}`}`,
        }),
      }
  }
  return tasksOf(rows(), file)
}
