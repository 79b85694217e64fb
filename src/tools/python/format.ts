import { reprFloat, toFixed } from '../../shared/python/number.ts'
import { str } from '../../shared/python/repr.ts'
import { fail, isSequence, itemsOf, type Machine, numeric, PyDict, type PyValue, typeName } from './values.ts'

/** Python's `str(value)`. */
export const strOf = (m: Machine, value: PyValue): string =>
  typeof value === 'string' ? value : reprOf(m, value)

/** Python's `repr(value)`. */
export function reprOf(m: Machine, value: PyValue): string {
  m.step()
  if (value === null || typeof value === 'boolean') return str(value)
  if (typeof value === 'number') return reprFloat(value)
  if (typeof value === 'object') return m.nested(() => reprOfCollection(m, value))
  const text = String(value)
  m.make(text.length)
  // The shared function writes the quotes of a text only within a list.
  return typeof value === 'bigint' ? text : str([text]).slice(1, -1)
}

function reprOfCollection(m: Machine, value: PyValue): string {
  const joined = (texts: string[]): string => {
    m.make(texts.reduce((sum, text) => sum + text.length + 2, 0))
    return texts.join(', ')
  }
  if (value instanceof PyDict)
    return `{${joined(Array.from(value.values(), ([key, item]) => `${reprOf(m, key)}: ${reprOf(m, item)}`))}}`
  if (!isSequence(value))
    return fail(`a value of type ${typeName(value)} is not written as text: list() may help`)
  const items = joined(itemsOf(m, value).map((item) => reprOf(m, item)))
  if (typeName(value) === 'list') return `[${items}]`
  return value.length === 1 ? `(${items},)` : `(${items})`
}

const MAX_PRECISION = 100
const SPEC = /^(,)?(?:\.(\d{1,9})(?=[f%]))?([dfs%])?$/

/** Python's `format(value, spec)`, without a width. */
export function formatted(m: Machine, value: PyValue, spec: string): string {
  const bad = (): never =>
    fail(`the format ${JSON.stringify(spec.slice(0, 40))} is not supported for ${typeName(value)}`)
  const [, comma, digits = '6', type = ''] = SPEC.exec(spec) ?? bad()
  if (Number(digits) > MAX_PRECISION)
    fail(`a precision of more than ${MAX_PRECISION} digits is not supported`)
  if (spec === '' || (spec === 's' && typeof value === 'string')) return strOf(m, value)
  m.step(20)
  const number = numeric(value)
  if (number === undefined || type === 's' || (type === 'd' && typeof number === 'number')) return bad()
  let body = strOf(m, number)
  if (type === 'f' || type === '%') {
    const float = type === '%' ? Number(number) * 100 : Number(number)
    body = (Number.isFinite(float) ? toFixed(float, Number(digits)) : body) + (type === '%' ? '%' : '')
  }
  return comma === undefined
    ? body
    : body.replace(/^(-?)(\d+)/, (_, sign, whole) => sign + whole.replace(/\B(?=(?:\d{3})+$)/g, ','))
}
