import { createHash } from 'node:crypto'

const BEYOND_ASCII = /[\x7f-\uffff]/g

/** JSON string literal in ASCII: other characters are escaped. */
export const asciiLiteral = (text: string): string =>
  JSON.stringify(text).replaceAll(
    BEYOND_ASCII,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** SHA-256, in hex, of the UTF-8 of a text. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
