import { reprFloat } from '../number.ts'
import { str as strOfJson } from '../repr.ts'
import { elementsOf } from './collections.ts'
import { digitsOf } from './integers.ts'
import { iterate } from './iterate.ts'
import type { Machine } from './machine.ts'
import {
  PyBytes,
  PyDict,
  PyEllipsis,
  PyFunction,
  PyList,
  PyRange,
  PySet,
  PySlice,
  PyTuple,
  type PyValue,
  PyView,
  typeName,
} from './values.ts'

/** Python's `str(value)`. */
export const strOfValue = (m: Machine, value: PyValue): string =>
  typeof value === 'string' ? value : repr(m, value)

function reprString(m: Machine, text: string): string {
  m.make(text.length)
  return strOfJson([text]).slice(1, -1)
}

function reprBytes(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const body = text.replace(/[^ -~]|[\\'"]/g, (char) => {
    if (char === '\\' || char === quote) return `\\${char}`
    if (char === '\n') return '\\n'
    if (char === '\r') return '\\r'
    if (char === '\t') return '\\t'
    return char === '"' || char === "'" ? char : `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  return `b${quote}${body}${quote}`
}

/** Python's `repr(value)`. Functions and iterators have no address. */
export function repr(m: Machine, value: PyValue): string {
  m.step()
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'bigint') return digitsOf(m, value)
  if (typeof value === 'number') return reprFloat(value)
  if (typeof value === 'string') return reprString(m, value)
  return m.nested(() => reprObject(m, value))
}

function reprObject(m: Machine, value: Exclude<PyValue, null | boolean | bigint | number | string>): string {
  const join = (items: Iterable<PyValue>): string => {
    const texts = Array.from(items, (item) => repr(m, item))
    m.make(texts.reduce((sum, text) => sum + text.length + 2, 0))
    return texts.join(', ')
  }
  if (value instanceof PyList) return `[${join(value.items)}]`
  if (value instanceof PyTuple)
    return value.items.length === 1 ? `(${join(value.items)},)` : `(${join(value.items)})`
  if (value instanceof PyDict) {
    const texts = Array.from(value.entries.values(), ([key, item]) => `${repr(m, key)}: ${repr(m, item)}`)
    m.make(texts.reduce((sum, text) => sum + text.length + 2, 0))
    return `{${texts.join(', ')}}`
  }
  if (value instanceof PySet) {
    const elements = value.entries.size === 0 ? '' : `{${join(elementsOf(m, value))}}`
    return elements !== '' && !value.frozen ? elements : `${typeName(value)}(${elements})`
  }
  if (value instanceof PyView) return `dict_${value.part}([${join(iterate(m, value))}])`
  if (value instanceof PyRange) {
    return `range(${join([value.start, value.stop, ...(value.step === 1n ? [] : [value.step])])})`
  }
  if (value instanceof PySlice) return `slice(${join([value.start, value.stop, value.step])})`
  if (value instanceof PyBytes) return reprBytes(value.text)
  if (value instanceof PyEllipsis) return 'Ellipsis'
  if (!(value instanceof PyFunction)) return `<${value.typeName} object>`
  if (value.typeName === 'type') return `<class '${value.name}'>`
  return value.typeName === 'function' ? `<function ${value.name}>` : `<built-in function ${value.name}>`
}

/** Python's `ascii(value)`. */
export const ascii = (m: Machine, value: PyValue): string =>
  Array.from(repr(m, value), (char) => {
    const code = char.codePointAt(0) as number
    if (code < 0x80) return char
    if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
    return code <= 0xffff
      ? `\\u${code.toString(16).padStart(4, '0')}`
      : `\\U${code.toString(16).padStart(8, '0')}`
  }).join('')
