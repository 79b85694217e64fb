import { toFloat } from '../../shared/python/float.ts'
import { PyFloat, type PyJson } from '../../shared/python/json.ts'
import { formatPythonStr } from '../../shared/python/repr.ts'
import { strip } from '../../shared/python/text.ts'
import { matchString } from './match-string.ts'

/** Arguments of a call by name, or the fields of an object. */
export type PyObject = { [key: string]: PyJson }

export const isObject = (value: PyJson): value is PyObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof PyFloat)

export const unmark = (value: PyJson): PyJson => (value instanceof PyFloat ? value.value : value)

/** Python's `bool(value)`. */
export function isTruthy(value: PyJson): boolean {
  const plain = unmark(value)
  if (Array.isArray(plain)) return plain.length > 0
  if (isObject(plain)) return Object.keys(plain).length > 0
  return Boolean(plain)
}

/** What lies nearer to 0 is taken for it. */
export const NEAR_ZERO = 1e-4
const RELATIVE = 1e-4

function matchNumber(expected: number, actual: PyJson): number {
  const plain = unmark(actual)
  const value = typeof plain === 'object' ? undefined : toFloat(plain)
  if (value === undefined || Number.isNaN(value) || Number.isNaN(expected)) return 0
  if (value === expected) return 1
  if (expected === 0) return Math.abs(value) < NEAR_ZERO ? 1 : 0
  if (!Number.isFinite(value) || !Number.isFinite(expected)) return 0
  return Math.abs(expected - value) <= RELATIVE * Math.max(Math.abs(expected), Math.abs(value)) ? 1 : 0
}

function matchList(expected: PyJson[], actual: PyJson): number {
  if (!Array.isArray(actual)) return 0
  if (expected.length === 0 && actual.length === 0) return 1
  if (expected.length === 0 || actual.length === 0) return 0
  const total = expected
    .slice(0, actual.length)
    .reduce<number>((sum, item, i) => sum + matchValue(item, actual[i] as PyJson), 0)
  const lengths = Math.min(expected.length, actual.length) / Math.max(expected.length, actual.length)
  return (total / expected.length) * lengths
}

/** The fields of an object, or the arguments of a call, against the expected ones. */
export interface ArgumentMatch {
  /** Mean over the names of either side; 1 where neither has any, 0 where one has none. */
  score: number
  per_argument: Record<string, number>
}

export function matchArguments(expected: PyObject, actual: PyObject): ArgumentMatch {
  const [ours, theirs] = [Object.keys(expected), Object.keys(actual)]
  if (ours.length === 0 || theirs.length === 0)
    return { score: ours.length === theirs.length ? 1 : 0, per_argument: {} }
  const scores = ours.map((name): [string, number] => [
    name,
    Object.hasOwn(actual, name) ? matchValue(expected[name] as PyJson, actual[name] as PyJson) : 0,
  ])
  for (const name of theirs) if (!Object.hasOwn(expected, name)) scores.push([name, 0])
  const total = scores.reduce((sum, [, score]) => sum + score, 0)
  return { score: total / scores.length, per_argument: Object.fromEntries(scores) }
}

const matchObject = (expected: PyObject, actual: PyJson): number =>
  isObject(actual) ? matchArguments(expected, actual).score : 0

/**
 * How well a value matches the expected one, from 0 to 1; the type of the expected one decides how they are
 * compared. Lenient by design: `true` takes any truthy value, numbers take number texts within 1e-4, other values
 * are compared as Python prints them. Source: the published scorer.
 */
export function matchValue(expected: PyJson, actual: PyJson): number {
  if (expected === null || actual === null) return expected === actual ? 1 : 0
  if (typeof expected === 'boolean') return isTruthy(actual) === expected ? 1 : 0
  if (typeof expected === 'number') return matchNumber(expected, actual)
  if (expected instanceof PyFloat) return matchNumber(expected.value, actual)
  if (Array.isArray(expected)) return matchList(expected, actual)
  if (typeof expected === 'object') return matchObject(expected, actual)
  return matchString(expected, formatPythonStr(actual))
}

/** Whether two values print the same but for case and outer blanks. Source: the published scorer. */
export const matchExact = (expected: PyJson, actual: PyJson): boolean =>
  normalizeValueName(formatPythonStr(expected)) === normalizeValueName(formatPythonStr(actual))

/** A tool name as the published scorer matches it. */
export const normalizeValueName = (name: string): string => strip(name).toLowerCase()
