import { reprFloat, toFixed } from '../../shared/python/number.ts'
import { str } from '../../shared/python/repr.ts'
import { length } from '../../shared/python/text.ts'
import {
  fail,
  isSet,
  itemsOf,
  type Machine,
  numeric,
  PyDict,
  type PyTuple,
  type PyValue,
  typeName,
} from './values.ts'

/** Python's `str(value)`. */
export const strOf = (m: Machine, value: PyValue): string =>
  typeof value === 'string' ? value : reprOf(m, value)

/** Python's `repr(value)`. Functions and iterators have no address. */
export function reprOf(m: Machine, value: PyValue): string {
  m.step()
  if (value === null || typeof value === 'boolean') return str(value)
  if (typeof value === 'number') return reprFloat(value)
  if (typeof value === 'object') return m.nested(() => reprOfObject(m, value))
  const text = String(value)
  m.make(text.length)
  // The shared function writes the quotes of a text only within a list.
  return typeof value === 'bigint' ? text : str([text]).slice(1, -1)
}

function reprOfObject(m: Machine, value: PyValue): string {
  const joined = (texts: string[]): string => {
    m.make(texts.reduce((sum, text) => sum + text.length + 2, 0))
    return texts.join(', ')
  }
  const type = typeName(value)
  if (value instanceof PyDict && !isSet(value))
    return `{${joined(Array.from(value.values(), ([key, item]) => `${reprOf(m, key)}: ${reprOf(m, item)}`))}}`
  if (!isSet(value) && !/^(?:list|tuple|dict_\w+)$/.test(type))
    return fail(`a value of type ${type} is not written as text: list() may help`)
  const items = joined(itemsOf(m, value).map((item) => reprOf(m, item)))
  if (type === 'list') return `[${items}]`
  if (type === 'tuple') return (value as PyTuple).length === 1 ? `(${items},)` : `(${items})`
  if (isSet(value) && value.size === 0) return `${type}()`
  if (type === 'set') return `{${items}}`
  return type === 'frozenset' ? `frozenset({${items}})` : `${type}([${items}])`
}

const MAX_PRECISION = 100
const BASES: Readonly<Record<string, number>> = { b: 2, d: 10, o: 8, x: 16 }
const SPEC = /^(?:([\s\S])(?=[<>=^]))?([<>=^])?([-+ ])?(0)?(\d{1,9})?([,_])?(?:\.(\d{1,9}))?([bdfosxX%])?$/u

/** Python's `format(value, spec)`. */
export function formatted(m: Machine, value: PyValue, spec: string): string {
  if (spec === '') return strOf(m, value)
  const bad = (): never =>
    fail(`the format ${JSON.stringify(spec.slice(0, 40))} is not supported for ${typeName(value)}`)
  const [, fill, align, sign = '-', zero, width, grouping, digits, given = ''] = SPEC.exec(spec) ?? bad()
  const filler = fill ?? (zero === undefined ? ' ' : '0')
  const type = given.toLowerCase()
  const precision = digits === undefined ? undefined : Number(digits)
  if ((precision ?? 0) > MAX_PRECISION)
    fail(`a precision of more than ${MAX_PRECISION} digits is not supported`)
  m.step(20)
  const padded = (prefix: string, body: string, side: string): string => {
    const missing = Math.max(0, Number(width ?? 0) - prefix.length - length(body))
    m.make(missing + prefix.length + body.length)
    const before = side === '<' ? 0 : side === '^' ? Math.floor(missing / 2) : missing
    const [left, right] = [filler.repeat(before), filler.repeat(missing - before)]
    return side === '=' ? prefix + left + body : left + prefix + body + right
  }
  if (typeof value === 'string') {
    if (!['', 's'].includes(type) || sign !== '-' || align === '=' || grouping !== undefined) bad()
    const text = precision === undefined ? value : Array.from(value).slice(0, precision).join('')
    return padded('', text, align ?? '<')
  }
  const number = numeric(value) ?? bad()
  const isFloat = type === 'f' || type === '%' || (type === '' && typeof number === 'number')
  const side = align ?? (zero ? '=' : '>')
  if (type === 's' || (type in BASES && typeof number === 'number') || (!isFloat && precision !== undefined))
    bad()
  // Python counts the separators into the zeros that fill the width.
  if (grouping !== undefined && ('box'.includes(type || 'd') || (side === '=' && width !== undefined))) bad()
  if (type === '' && precision !== undefined) fail('a precision without a format type is not supported')
  const magnitude = number < 0 ? -number : number
  let body: string
  if (!isFloat) body = magnitude.toString(BASES[type] ?? 10)
  else {
    const float = Math.abs(Number(magnitude))
    const scaled = type === '%' ? float * 100 : float
    body = type === '' || !Number.isFinite(float) ? reprFloat(float) : toFixed(scaled, precision ?? 6)
    if (type === '%') body += '%'
  }
  if (grouping !== undefined)
    body = body.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, grouping))
  const isNegative = number < 0 || Object.is(number, -0)
  const text = padded(isNegative ? '-' : sign === '-' ? '' : sign, body, side)
  return given === type ? text : text.toUpperCase()
}
