import type { Json } from '../../shared/json.ts'
import { reprFloat } from '../../shared/python/number.ts'
import { compile } from './compile.ts'
import { reprOf, strOf } from './format.ts'
import {
  dictOf,
  EvaluationError,
  fail,
  isSequence,
  Machine,
  PyDict,
  type PyValue,
  Scope,
  typeName,
} from './values.ts'

/** What an expression can name. */
export type Vocabulary = ReadonlyMap<string, PyValue>

/**
 * Evaluates text as one Python expression and gives what `finish` makes of its value.
 *
 * @param names Values of more names; `:=` assigns to them. Unchanged where the expression is refused
 * @throws EvaluationError where the expression is wrong, is not supported, or takes more steps or space than is allowed
 */
export function evaluate<T>(
  text: string,
  { vocabulary, names }: { vocabulary: Vocabulary; names: Map<string, PyValue> },
  finish: (value: PyValue, m: Machine) => T,
): T {
  const m = new Machine()
  const scope = new Scope(new Map(names), new Scope(new Map(vocabulary)), true)
  const result = finish(compile(text, m)(scope), m)
  for (const [name, value] of scope.names) names.set(name, value)
  return result
}

/** What `work` gives, or what `refused` makes of the message where the expression is refused. */
function attempted<T, U>(work: () => T, refused: (message: string) => U): T | U {
  try {
    return work()
  } catch (error) {
    if (error instanceof EvaluationError) return refused(error.message)
    throw error
  }
}

/** What is wrong with the notation of an expression; undefined where it can be read. */
export const syntaxProblem = (text: string): string | undefined =>
  attempted(
    () => void compile(text, new Machine()),
    (message) => message,
  )

/** The value as JSON. Ints beyond 2^53, infinities and NaN are given as the text that `str` makes of them. */
export function toJson(m: Machine, value: PyValue): Json {
  m.make(typeof value === 'string' ? value.length : 1)
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : reprFloat(value)
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (isSequence(value)) return m.nested(() => value.map((item) => toJson(m, item)))
  if (!(value instanceof PyDict))
    return fail(`a result of type ${typeName(value)} is not supported: list() may help`)
  const nameOf = (key: PyValue): string =>
    key === null || typeof key === 'boolean' ? String(key) : strOf(m, key)
  return m.nested(() =>
    Object.fromEntries(Array.from(value.values(), ([key, item]) => [nameOf(key), toJson(m, item)])),
  )
}

/** The Python value of JSON: a whole number is an int. */
export function fromJson(value: Json): PyValue {
  if (Array.isArray(value)) return value.map(fromJson)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (value === null || typeof value !== 'object') return value
  return dictOf(
    new Machine(),
    Object.entries(value).map(([key, item]) => [key, fromJson(item)]),
  )
}

/** The value that {@link keptText} wrote. */
export const valueOfText = (text: string): PyValue =>
  evaluate(text, { vocabulary: new Map(), names: new Map() }, (value) => value)

/** A literal for the value; undefined where it has none, or one that is too long. */
export const keptText = (value: PyValue): string | undefined =>
  attempted(
    () => {
      const text = reprOf(new Machine(), value)
      valueOfText(text)
      return text
    },
    () => undefined,
  )
