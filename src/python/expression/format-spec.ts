import { strOfValue } from './display.ts'
import { formatMagnitude } from './format-float.ts'
import { formatInteger } from './format-integer.ts'
import { group, pad, type Spec, signOf } from './format-parts.ts'
import { floatOfInteger } from './integers.ts'
import { fail, type Machine } from './machine.ts'
import { unitsOf } from './text.ts'
import { type PyValue, typeName } from './values.ts'

const SPEC =
  /^(?:([\s\S])(?=[<>=^]))?([<>=^])?([-+ ])?(z)?(#)?(0)?(\d{1,12})?([,_])?(?:\.(\d{1,12}))?([a-zA-Z%])?$/u

function parseSpec(text: string): Spec {
  const match = SPEC.exec(text)
  if (match === null) fail(`invalid format specification ${JSON.stringify(text.slice(0, 40))}`)
  if (match[8] !== undefined && match[10] === 'n') fail('grouping is not for format type "n"')
  const [, fill, align, sign, z, alternate, zero, width, grouping, precision, type] = match
  return {
    fill: fill ?? (zero === undefined ? ' ' : '0'),
    align: align ?? (zero === undefined ? '' : '='),
    zeroPadded: align === undefined && zero !== undefined,
    sign: sign ?? '',
    zeroNegative: z !== undefined,
    alternate: alternate !== undefined,
    width: Number(width ?? 0),
    grouping: grouping ?? '',
    precision: precision === undefined ? undefined : Number(precision),
    type: type ?? '',
  }
}

function formatText(m: Machine, text: string, spec: Spec): string {
  if (!['', 's'].includes(spec.type)) fail(`format type "${spec.type}" is not for a str`)
  if (spec.sign !== '' || spec.zeroNegative || spec.alternate || spec.grouping !== '')
    fail('a sign, # or grouping is not for a str')
  if (spec.align === '=') {
    if (!spec.zeroPadded) fail('alignment "=" is not for a str')
    return pad(m, '', cut(m, text, spec), spec, '<')
  }
  return pad(m, '', cut(m, text, spec), spec, spec.align || '<')
}

function cut(m: Machine, text: string, { precision }: Spec): string {
  if (precision === undefined) return text
  const units = unitsOf(m, text)
  return typeof units === 'string' ? units.slice(0, precision) : units.slice(0, precision).join('')
}

function formatFloat(m: Machine, value: number, spec: Spec): string {
  const type = spec.type === 'n' ? 'g' : spec.type.toLowerCase()
  if (!['', 'e', 'f', 'g', '%'].includes(type)) fail(`format type "${spec.type}" is not for a float`)
  const magnitude = formatMagnitude(m, Math.abs(value), type, spec.precision, spec.alternate)
  const isZero = !/[1-9a-df-z]/.test(magnitude.split('e')[0] as string)
  const negative = (value < 0 || Object.is(value, -0)) && !(spec.zeroNegative && isZero)
  const [, whole = '', rest = ''] = /^(\d*)([\s\S]*)$/.exec(magnitude) as RegExpExecArray
  const sign = signOf(negative, spec)
  const body = (whole === '' ? '' : group(m, whole, spec, 3, sign.length + rest.length)) + rest
  const text = /[A-Z]/.test(spec.type) ? body.toUpperCase() : body
  return pad(m, sign, text, spec, spec.align || '>')
}

/** Python's `format(value, spec)`. */
export function format(m: Machine, value: PyValue, specText: string): string {
  if (specText === '') return strOfValue(m, value)
  m.step(specText.length)
  const spec = parseSpec(specText)
  if (typeof value === 'string') return formatText(m, value, spec)
  if (typeof value === 'number') return formatFloat(m, value, spec)
  if (typeof value === 'bigint' || typeof value === 'boolean') {
    const number = BigInt(value)
    return /^[eEfFgG%]$/.test(spec.type)
      ? formatFloat(m, floatOfInteger(number), spec)
      : formatInteger(m, number, spec)
  }
  return fail(`a format specification is not for a value of type ${typeName(value)}`)
}
