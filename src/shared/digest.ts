import { hash } from 'node:crypto'

const BEYOND_ASCII = /[\x7f-\uffff]/
const NEEDS_ESCAPE = /[^ !#-[\]-~]/
const EACH_BEYOND_ASCII = /[\x7f-\uffff]/g

/** JSON string literal in ASCII: other characters are escaped. */
export const formatAsciiLiteral = (text: string): string => {
  if (!NEEDS_ESCAPE.test(text)) return `"${text}"`
  return BEYOND_ASCII.test(text)
    ? JSON.stringify(text).replaceAll(
        EACH_BEYOND_ASCII,
        (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    : JSON.stringify(text)
}

export const computeSha256 = (content: string | Uint8Array): string => hash('sha256', content, 'hex')
