import { PyFloat, type PyJson } from './json.ts'
import { formatReprFloat } from './number.ts'
import { splitCodePoints } from './text.ts'

export function formatPythonStr(value: PyJson): string {
  return typeof value === 'string' ? value : formatRepr(value)
}

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

function formatRepr(value: PyJson): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value instanceof PyFloat) return formatReprFloat(value.value)
  if (typeof value === 'number')
    return Number.isInteger(value) ? BigInt(value).toString() : formatReprFloat(value)
  if (typeof value === 'string') return formatReprString(value)
  if (Array.isArray(value)) return `[${value.map(formatRepr).join(', ')}]`
  return `{${Object.entries(value)
    .map(([key, item]) => `${formatReprString(key)}: ${formatRepr(item)}`)
    .join(', ')}}`
}
