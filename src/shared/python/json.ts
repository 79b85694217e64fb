import { formatAsciiLiteral } from '../digest.ts'
import { formatReprFloat } from './number.ts'
import { compareCodePoints } from './text.ts'

/**
 * A number that was written with a fraction or an exponent and has an integral value: `30.0`, not `30`.
 * JavaScript keeps no difference between the two, Python's JSON text does, and published ids are digests
 * of that text.
 */
export class PyFloat {
  /** The number. */
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

/** A JSON value in which whole floats are told from integers, as Python does. */
export type PyJson = null | boolean | number | string | PyFloat | PyJson[] | { [key: string]: PyJson }

/** A number as Python's `json.dumps` writes it: an integral one as an int, unless it is marked as a float. */
const numberText = (value: number): string => {
  if (Number.isInteger(value) && !Object.is(value, -0) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) {
    return String(value)
  }
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  return formatReprFloat(value)
}

/**
 * Python's `json.dumps(value)` with its default separators (", " and ": ") and ASCII escapes.
 * With `sortKeys`, object keys are sorted by code point at every depth.
 */
export function dumpPythonJson(value: PyJson, sortKeys = false): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value === 'string') return formatAsciiLiteral(value)
  if (typeof value === 'number') return numberText(value)
  if (value instanceof PyFloat) return formatReprFloat(value.value)
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value)
      text += text === '' ? dumpPythonJson(item, sortKeys) : `, ${dumpPythonJson(item, sortKeys)}`
    return `[${text}]`
  }
  const keys = Object.keys(value)
  if (sortKeys && keys.length > 1) keys.sort(compareCodePoints)
  for (const key of keys) {
    text += `${text === '' ? '' : ', '}${formatAsciiLiteral(key)}: ${dumpPythonJson(value[key] as PyJson, sortKeys)}`
  }
  return `{${text}}`
}
