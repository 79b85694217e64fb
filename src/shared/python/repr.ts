import { PyFloat, type PyJson } from './json.ts'
import type { Loaded } from './json-reader.ts'
import { formatReprFloat } from './number.ts'
import { splitCodePoints } from './text.ts'

/** What has a text in Python; a dict may be a Map, whose keys keep their order, "10" before "2". */
type Written = PyJson | Loaded | readonly Written[] | ReadonlyMap<string | null, Written>

/** Python's `str(value)`. */
export const formatPythonStr = (value: Written): string =>
  typeof value === 'string' ? value : formatRepr(value)

function formatReprString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const body = splitCodePoints(text)
    .map((char) => {
      if (char === '\\' || char === quote) return `\\${char}`
      if (char === '\n') return '\\n'
      if (char === '\r') return '\\r'
      if (char === '\t') return '\\t'
      const code = char.codePointAt(0)!
      if (char === ' ' || !/[\p{C}\p{Z}]/u.test(char)) return char
      if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
      return code <= 0xffff
        ? `\\u${code.toString(16).padStart(4, '0')}`
        : `\\U${code.toString(16).padStart(8, '0')}`
    })
    .join('')
  return quote + body + quote
}

function formatRepr(value: Written): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value instanceof PyFloat) return formatReprFloat(value.value)
  if (typeof value === 'number')
    return Number.isInteger(value) ? BigInt(value).toString() : formatReprFloat(value)
  if (typeof value === 'string') return formatReprString(value)
  if (Array.isArray(value)) return `[${value.map(formatRepr).join(', ')}]`
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  return `{${entries.map(([key, item]) => `${formatRepr(key)}: ${formatRepr(item)}`).join(', ')}}`
}
