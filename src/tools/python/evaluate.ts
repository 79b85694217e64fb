import type { Json } from '../../shared/json.ts'
import { reprFloat } from '../../shared/python/number.ts'
import { compile } from './compile.ts'
import { reprOf, strOf } from './format.ts'
import { byName, TYPES } from './library.ts'
import {
  dictOf,
  EvaluationError,
  itemsOf,
  Machine,
  numeric,
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
  const scope = new Scope(new Map(names), new Scope(new Map(vocabulary)))
  const result = finish(compile(text, m)(scope), m)
  for (const [name, value] of scope.names) names.set(name, value)
  return result
}

/** What is wrong with the notation of an expression; undefined where it can be read. */
export function syntaxProblem(text: string): string | undefined {
  try {
    compile(text, new Machine())
    return undefined
  } catch (error) {
    if (error instanceof EvaluationError) return error.message
    throw error
  }
}

/**
 * The value as JSON. What JSON cannot carry is given as the text that `str` makes of it: sets, ints beyond 2^53,
 * infinities and NaN, dicts with a tuple as a key.
 */
export function toJson(m: Machine, value: PyValue): Json {
  m.make(typeof value === 'string' ? value.length : 1)
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : reprFloat(value)
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value)
  if (['list', 'tuple'].includes(typeName(value)) || /^dict_/.test(typeName(value)))
    return m.nested(() => itemsOf(m, value).map((item) => toJson(m, item)))
  const entries = value instanceof PyDict ? [...value.values()] : []
  const isKey = (key: PyValue): boolean =>
    key === null || typeof key === 'string' || numeric(key) !== undefined
  if (typeName(value) !== 'dict' || !entries.every(([key]) => isKey(key))) return strOf(m, value)
  const nameOf = (key: PyValue): string =>
    key === null || typeof key === 'boolean' ? String(key) : strOf(m, key)
  return m.nested(() => Object.fromEntries(entries.map(([key, item]) => [nameOf(key), toJson(m, item)])))
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

const KEPT: Vocabulary = new Map([...byName(TYPES), ['inf', Number.POSITIVE_INFINITY], ['nan', Number.NaN]])

/** The value that {@link keptText} wrote. */
export const valueOfText = (text: string): PyValue =>
  evaluate(text, { vocabulary: KEPT, names: new Map() }, (value) => value)

/** An expression for the value; undefined for a function, an iterator or a value too large. */
export function keptText(value: PyValue): string | undefined {
  try {
    const text = reprOf(new Machine(), value)
    valueOfText(text)
    return text
  } catch (error) {
    if (error instanceof EvaluationError) return undefined
    throw error
  }
}
