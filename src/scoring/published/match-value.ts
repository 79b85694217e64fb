import { toFloat } from '../../shared/python/float.ts'
import { PyFloat, type PyJson } from '../../shared/python/json.ts'
import { str } from '../../shared/python/repr.ts'
import { strip } from '../../shared/python/text.ts'
import { matchString } from './match-string.ts'

type PyObject = { [key: string]: PyJson }

const isObject = (value: PyJson): value is PyObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof PyFloat)

const unmark = (value: PyJson): PyJson => (value instanceof PyFloat ? value.value : value)

/** Python's `bool(value)`. */
function isTruthy(value: PyJson): boolean {
  const plain = unmark(value)
  if (Array.isArray(plain)) return plain.length > 0
  if (isObject(plain)) return Object.keys(plain).length > 0
  return Boolean(plain)
}

const NEAR_ZERO = 1e-4
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

/** Scores by name of what is on either side; a name on one side only scores 0. */
export const matchFields = (expected: PyObject, actual: PyObject): Map<string, number> =>
  new Map(
    [...new Set([...Object.keys(expected), ...Object.keys(actual)])].map((name) => [
      name,
      Object.hasOwn(expected, name) && Object.hasOwn(actual, name)
        ? matchValue(expected[name] as PyJson, actual[name] as PyJson)
        : 0,
    ]),
  )

/** Mean of the scores of {@link matchFields}; 1 where both sides are empty, 0 where one is. */
export function meanOf(scores: ReadonlyMap<string, number>): number {
  let total = 0
  for (const score of scores.values()) total += score
  return total / scores.size
}

function matchObject(expected: PyObject, actual: PyJson): number {
  if (!isObject(actual)) return 0
  const [ours, theirs] = [Object.keys(expected).length, Object.keys(actual).length]
  if (ours === 0 || theirs === 0) return ours === theirs ? 1 : 0
  return meanOf(matchFields(expected, actual))
}

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
  return matchString(expected, str(actual))
}

/** Whether two values print the same but for case and outer blanks. Source: the published scorer. */
export const matchExact = (expected: PyJson, actual: PyJson): boolean =>
  valueName(str(expected)) === valueName(str(actual))

/** A tool name as the published scorer matches it. */
export const valueName = (name: string): string => strip(name).toLowerCase()
