import { getEntry } from './collections.ts'
import { numeric } from './compare.ts'
import { ascii, repr, strOfValue } from './display.ts'
import { asFloat, toInteger } from './floats.ts'
import { formatMagnitude } from './format-float.ts'
import { inBase } from './format-integer.ts'
import { digitsOf } from './integers.ts'
import { fail, type Machine } from './machine.ts'
import { integerOf } from './subscript.ts'
import { lengthOf, unitsOf } from './text.ts'
import { PyDict, PyTuple, type PyValue, typeName } from './values.ts'

const FIELD = /%(?:\(([^()]*)\))?([-+ #0]*)(\*|\d{0,9})(?:\.(\*|\d{0,9}))?[hlL]?([\s\S]?)/g

/** Takes the values to format one after the other. */
class Source {
  private at = 0
  private readonly given: PyValue
  private readonly values: readonly PyValue[]

  constructor(given: PyValue) {
    this.given = given
    this.values = given instanceof PyTuple ? given.items : [given]
  }

  next(): PyValue {
    const value = this.values[this.at++]
    return value === undefined ? fail('there are fewer values than format fields') : value
  }

  named(m: Machine, key: string): PyValue {
    if (!(this.given instanceof PyDict)) fail('format fields with names need a dict')
    this.at = 1
    const value = getEntry(m, this.given, key)
    return value === undefined ? fail(`the dict has no key ${JSON.stringify(key)}`) : value
  }

  finish(): void {
    if (this.at < this.values.length && !(this.given instanceof PyDict))
      fail('there are more values than format fields')
  }
}

function convertNumber(
  m: Machine,
  value: PyValue,
  type: string,
  precision: number | undefined,
  alternate: boolean,
) {
  const number = numeric(value)
  if (number === undefined) fail(`"%${type}" needs a number, not ${typeName(value)}`)
  if ('eEfFgG'.includes(type)) {
    const float = asFloat(number)
    const text = formatMagnitude(m, Math.abs(float), type.toLowerCase(), precision ?? 6, alternate)
    return {
      negative: float < 0 || Object.is(float, -0),
      prefix: '',
      digits: type === type.toUpperCase() ? text.toUpperCase() : text,
    }
  }
  if (typeof number === 'number' && 'xXo'.includes(type)) fail(`"%${type}" needs an int, not float`)
  const integer = typeof number === 'number' ? toInteger(number) : number
  const magnitude = integer < 0n ? -integer : integer
  const base = { o: 8, x: 16, X: 16 }[type]
  const text = base === undefined ? digitsOf(m, magnitude) : inBase(m, magnitude, base)
  m.make(precision ?? 0)
  const digits = (type === 'X' ? text.toUpperCase() : text).padStart(precision ?? 0, '0')
  return { negative: integer < 0n, prefix: alternate && base !== undefined ? `0${type}` : '', digits }
}

function convertText(m: Machine, value: PyValue, type: string, precision: number | undefined): string {
  if (type === 'c') {
    if (typeof value === 'string' && lengthOf(m, value) === 1) return value
    const code = integerOf(value, 'the value for "%c"')
    if (code < 0n || code > 0x10ffffn) fail('there is no character with that number')
    return String.fromCodePoint(Number(code))
  }
  const text = type === 's' ? strOfValue(m, value) : type === 'r' ? repr(m, value) : ascii(m, value)
  if (precision === undefined) return text
  const units = unitsOf(m, text).slice(0, precision)
  return typeof units === 'string' ? units : units.join('')
}

/** Python's `template % value`. */
export function formatPercent(m: Machine, template: string, given: PyValue): string {
  m.step(template.length)
  const source = new Source(given)
  const amount = (text: string | undefined): number | undefined => {
    if (text === '*') return Number(integerOf(source.next(), '"*" in a format'))
    return text === undefined ? undefined : Number(text)
  }
  const result = template.replace(
    FIELD,
    (
      _,
      key: string | undefined,
      flags: string,
      widthText: string,
      precisionText: string | undefined,
      type: string,
    ) => {
      if (type === '%') return '%'
      if (type === '' || !'diouxXeEfFgGcrsa'.includes(type)) fail(`unsupported format character "${type}"`)
      const givenWidth = amount(widthText) ?? 0
      const precision = amount(precisionText)
      const value = key === undefined ? source.next() : source.named(m, key)
      const width = Math.abs(givenWidth)
      const left = flags.includes('-') || givenWidth < 0
      m.make(width)
      if ('crsa'.includes(type)) {
        const text = convertText(m, value, type, precision)
        const blanks = ' '.repeat(Math.max(0, width - lengthOf(m, text)))
        return left ? text + blanks : blanks + text
      }
      const { negative, prefix, digits } = convertNumber(m, value, type, precision, flags.includes('#'))
      const plus = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : ''
      const start = (negative ? '-' : plus) + prefix
      if (left) return (start + digits).padEnd(width)
      return flags.includes('0')
        ? start + digits.padStart(width - start.length, '0')
        : (start + digits).padStart(width)
    },
  )
  source.finish()
  m.make(result.length)
  return result
}
