import type { SyntaxNode, Tree } from '@lezer/common'
import { messageOf } from '../../../shared/errors.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { load } from '../../../shared/load.ts'
import { duplicateKey, jsonProblem, NestingError, parseJson } from '../../../shared/parse-json.ts'
import { parseTask } from '../parse-task.ts'
import { SuiteError } from '../suite-error.ts'
import { eachTask, type SuiteLine, type SuiteRow } from '../tasks-of.ts'

const VALUES = ['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Line, from 1, of what `parseJson` refused a text for; 1 where nothing is wrong with it. */
function lineOfJsonError(text: string, error: unknown): number {
  if (error instanceof NestingError) return lineAt(text, error.offset)
  const { parser } = load('@lezer/json') as typeof import('@lezer/json')
  try {
    // Without recovery, which takes a time that grows with the square of what is open.
    parser.configure({ strict: true }).parse(text)
    return 1
  } catch (thrown) {
    const [, offset = '0'] = / at (\d+)$/.exec(messageOf(thrown)) ?? []
    return lineAt(text, Number(offset))
  }
}

const valuesOf = (node: SyntaxNode): SyntaxNode[] => VALUES.flatMap((name) => node.getChildren(name))

/** Places of the values of a text that is JSON, for messages about them. */
class JsonPlaces {
  readonly #tree: Tree
  readonly #text: string
  readonly #starts: number[]
  readonly #items = new Map<number, SyntaxNode[]>()

  constructor(text: string) {
    this.#text = text
    const { parser } = load('@lezer/json') as typeof import('@lezer/json')
    this.#tree = parser.parse(text)
    this.#starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  }

  /** Line, from 1, of the value at a path, or of what is nearest above it. */
  lineOf(path: readonly (string | number)[]): number {
    let node = valuesOf(this.#tree.topNode)[0]
    let from = node?.from ?? 0
    for (const key of path) {
      const child = node === undefined ? undefined : this.#child(node, key)
      if (child === undefined) break
      from = child.from
      node = child.name === 'Property' ? valuesOf(child)[0] : child
    }
    return this.#lineAt(from)
  }

  /** An item of an array, or the property of an object that counts, which is the last of its name. */
  #child(node: SyntaxNode, key: string | number): SyntaxNode | undefined {
    if (node.name === 'Array') return this.#itemsOf(node)[Number(key)]
    return node.getChildren('Property').findLast((property) => {
      const name = property.getChild('PropertyName')
      return name !== null && JSON.parse(this.#text.slice(name.from, name.to)) === key
    })
  }

  #itemsOf(array: SyntaxNode): SyntaxNode[] {
    const known = this.#items.get(array.from)
    const items = known ?? valuesOf(array).sort((a, b) => a.from - b.from)
    this.#items.set(array.from, items)
    return items
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] as number) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

const LISTS = ['tasks', 'data'] as const

function findTasks(document: Json): { name: string; tasks: Json[] } | string {
  if (Array.isArray(document)) return { name: '', tasks: document }
  const named = isObject(document) ? LISTS.filter((name) => document[name] !== undefined) : []
  const [name, other] = named
  if (!isObject(document) || name === undefined)
    return 'expected an array of tasks, or an object that holds one as "tasks" or "data"'
  if (other !== undefined) return 'the object has both "tasks" and "data"; rename one'
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
  return [...eachTask(rows(), file)]
}
