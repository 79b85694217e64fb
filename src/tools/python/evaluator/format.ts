import { reprFloat, round, toFixed } from '../../../shared/python/number.ts'
import { str } from '../../../shared/python/repr.ts'
import { length } from '../../../shared/python/text.ts'
import { fail, type Machine } from './machine.ts'
import { digitsOf } from './numbers.ts'
import {
  elementsOf,
  isSequence,
  numeric,
  PyDict,
  type PyFunction,
  PyIterator,
  PyRange,
  PySet,
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
  if (typeof value === 'bigint') return digitsOf(m, value)
  if (typeof value === 'number') return reprFloat(value)
  if (typeof value !== 'string') return m.nested(() => reprOfObject(m, value))
  m.make(value.length)
  // The shared function writes the quotes of a text only within a list.
  return str([value]).slice(1, -1)
}

function reprOfObject(m: Machine, value: PyValue): string {
  const joined = (texts: string[]): string => {
    m.make(texts.reduce((sum, text) => sum + text.length + 2, 0))
    return texts.join(', ')
  }
  const all = (items: readonly PyValue[]): string => joined(Array.from(items, (item) => reprOf(m, item)))
  const type = typeName(value)
  if (type === 'bytes')
    return `b${reprOf(m, (value as PyValue[]).map((code) => String.fromCharCode(Number(code))).join(''))}`
  if (isSequence(value)) {
    const items = all(value)
    if (type === 'tuple') return value.length === 1 ? `(${items},)` : `(${items})`
    return type === 'list' ? `[${items}]` : `${type}([${items}])`
  }
  if (value instanceof PyDict)
    return `{${joined(Array.from(value.values(), ([key, item]) => `${reprOf(m, key)}: ${reprOf(m, item)}`))}}`
  if (value instanceof PySet) {
    const elements = value.size === 0 ? '' : `{${all(elementsOf(m, value))}}`
    return elements !== '' && type === 'set' ? elements : `${type}(${elements})`
  }
  if (value instanceof PyRange)
    return `range(${all([value.start, value.stop, ...(value.step === 1n ? [] : [value.step])])})`
  if (value instanceof PyIterator) return `<${type} object>`
  const { name } = value as PyFunction
  return type === 'type'
    ? `<class '${name}'>`
    : `<${type === 'function' ? type : 'built-in function'} ${name}>`
}

const MAX_PRECISION = 100
const SPEC =
  /^(?:([\s\S])(?=[<>=^]))?([<>=^])?([-+ ])?(0)?(\d{1,9})?([,_])?(?:\.(\d{1,9}))?([bdeEfFgGosxX%])?$/u

/** Sets a text into a width; `sign` comes before the text. */
function padded(m: Machine, sign: string, body: string, width: number, fill: string, align: string): string {
  const missing = Math.max(0, width - sign.length - length(body))
  m.make(missing + sign.length + body.length)
  const before = align === '<' ? 0 : align === '^' ? Math.floor(missing / 2) : missing
  const [left, right] = [fill.repeat(before), fill.repeat(missing - before)]
  return align === '=' ? sign + left + body : left + sign + body + right
}

/** Digits of a float from 0 up with an exponent, such as `1.5e-07`; ties go to the even neighbour. */
function exponential(value: number, decimals: number): string {
  const exponent = Number(value.toExponential().split('e')[1])
  // JavaScript rounds ties up, so the value is rounded before.
  const rounded = Math.abs(exponent) < 280 ? round(value, decimals - exponent) : value
  return rounded.toExponential(decimals).replace(/e([+-])(\d)$/, 'e$10$2')
}

/** Presentation `g`: `precision` significant digits, an exponent only for very large and very small numbers. */
function general(value: number, precision: number): string {
  const digits = Math.max(1, precision)
  const text = exponential(value, digits - 1)
  const exponent = Number(text.split('e')[1])
  const isFixed = exponent >= -4 && exponent < digits
  return (isFixed ? toFixed(value, digits - 1 - exponent) : text)
    .replace(/(\.\d*?)0+(?=e|$)/, '$1')
    .replace(/\.(?=e|$)/, '')
}

/** A float from 0 up in one of the presentations `e f g %`, or in that of `str` where the type is empty. */
function formatMagnitude(value: number, type: string, given: number | undefined): string {
  const precision = given ?? 6
  if (precision > MAX_PRECISION) fail(`a precision of more than ${MAX_PRECISION} digits is not supported`)
  const suffix = type === '%' ? '%' : ''
  if (!Number.isFinite(value)) return reprFloat(value) + suffix
  if (type === 'e') return exponential(value, precision)
  if (type === 'g') return general(value, precision)
  if (type !== '') return toFixed(type === '%' ? value * 100 : value, precision) + suffix
  return given === undefined ? reprFloat(value) : fail('a precision without a format type is not supported')
}

const BASES: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16 }

/** Python's `format(value, spec)`. */
export function formatted(m: Machine, value: PyValue, spec: string): string {
  if (spec === '') return strOf(m, value)
  const bad = (): never =>
    fail(`the format ${JSON.stringify(spec.slice(0, 40))} is not supported for ${typeName(value)}`)
  const [, fill, align, sign = '-', zero, width, grouping, digits, given = ''] = SPEC.exec(spec) ?? bad()
  const [type, size, base] = [given.toLowerCase(), Number(width ?? 0), BASES[given.toLowerCase()]]
  const precision = digits === undefined ? undefined : Number(digits)
  const filler = fill ?? (zero === undefined ? ' ' : '0')
  m.step(20)
  if (typeof value === 'string') {
    if (!['', 's'].includes(type) || sign !== '-' || align === '=' || grouping !== undefined) bad()
    const text = precision === undefined ? value : Array.from(value).slice(0, precision).join('')
    return padded(m, '', text, size, filler, align ?? '<')
  }
  const number = numeric(value) ?? bad()
  const isFloat = typeof number === 'number' || 'efg%'.includes(type || 'd')
  const isZeroFilled = filler === '0' && (align ?? '=') === '=' && size > 0
  if (type === 's' || (isFloat ? base !== undefined || type === 'd' : precision !== undefined)) bad()
  if (grouping !== undefined && (base !== undefined || isZeroFilled)) bad()
  const magnitude = number < 0 ? -number : number
  let body = isFloat
    ? formatMagnitude(Math.abs(Number(magnitude)), type, precision)
    : base === undefined
      ? digitsOf(m, magnitude as bigint)
      : magnitude.toString(base)
  if (grouping !== undefined)
    body = body.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, grouping))
  const isNegative = number < 0 || Object.is(number, -0)
  const text = padded(
    m,
    isNegative ? '-' : sign === '-' ? '' : sign,
    body,
    size,
    filler,
    align ?? (zero ? '=' : '>'),
  )
  return given === type ? text : text.toUpperCase()
}
