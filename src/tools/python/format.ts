import { formatReprFloat, toFixed } from '../../shared/python/number.ts'
import { formatPythonStr } from '../../shared/python/repr.ts'
import {
  isSequence,
  listItems,
  type Machine,
  PyDict,
  type PyValue,
  readNumeric,
  throwEvaluationError,
  typeName,
} from './values.ts'

/** Python's `str(value)`. */
export const formatStr = (m: Machine, value: PyValue): string =>
  typeof value === 'string' ? value : formatRepr(m, value)

/** Python's `repr(value)`. */
export function formatRepr(m: Machine, value: PyValue): string {
  m.step()
  if (value === null || typeof value === 'boolean') return formatPythonStr(value)
  if (typeof value === 'number') return formatReprFloat(value)
  if (typeof value === 'object') return m.runNested(() => formatCollection(m, value))
  const text = String(value)
  m.make(text.length)
  // The shared function writes the quotes of a text only within a list.
  return typeof value === 'bigint' ? text : formatPythonStr([text]).slice(1, -1)
}

function formatCollection(m: Machine, value: PyValue): string {
  const joinTexts = (texts: string[]): string => {
    m.make(texts.reduce((sum, text) => sum + text.length + 2, 0))
    return texts.join(', ')
  }
  if (value instanceof PyDict)
    return `{${joinTexts(Array.from(value.values(), ([key, item]) => `${formatRepr(m, key)}: ${formatRepr(m, item)}`))}}`
  if (!isSequence(value))
    return throwEvaluationError(`a value of type ${typeName(value)} is not written as text: list() may help`)
  const items = joinTexts(listItems(m, value).map((item) => formatRepr(m, item)))
  if (typeName(value) === 'list') return `[${items}]`
  return value.length === 1 ? `(${items},)` : `(${items})`
}

const MAX_PRECISION = 100
const SPEC = /^(,)?(?:\.(\d{1,9})(?=[f%]))?([dfs%])?$/

/** Python's `format(value, spec)`, without a width. */
export function formatBySpec(m: Machine, value: PyValue, spec: string): string {
  const throwBadFormat = (): never =>
    throwEvaluationError(
      `the format ${JSON.stringify(spec.slice(0, 40))} is not supported for ${typeName(value)}`,
    )
  const [, comma, digits = '6', type = ''] = SPEC.exec(spec) ?? throwBadFormat()
  if (Number(digits) > MAX_PRECISION)
    throwEvaluationError(`a precision of more than ${MAX_PRECISION} digits is not supported`)
  if (spec === '' || (spec === 's' && typeof value === 'string')) return formatStr(m, value)
  m.step(20)
  const number = readNumeric(value)
  if (number === undefined || type === 's' || (type === 'd' && typeof number === 'number'))
    return throwBadFormat()
  let body = formatStr(m, number)
  if (type === 'f' || type === '%') {
    const float = type === '%' ? Number(number) * 100 : Number(number)
    body = (Number.isFinite(float) ? toFixed(float, Number(digits)) : body) + (type === '%' ? '%' : '')
  }
  return comma === undefined
    ? body
    : body.replace(/^(-?)(\d+)/, (_, sign, whole) => sign + whole.replace(/\B(?=(?:\d{3})+$)/g, ','))
}
