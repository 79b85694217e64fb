import { duplicateKey } from '../../shared/duplicate-keys.ts'
import type { Json } from '../../shared/json.ts'
import { parseJson } from '../../shared/parse-json.ts'

/** A text without the code fence around it. */
const unfenced = (text: string): string =>
  text
    .trim()
    .replace(/^```\w*\s*\n?/, '')
    .replace(/\n?```$/, '')
    .trim()

/** The list or object that a text is, in a code fence or not; undefined where it is no JSON, or not JSON alone. */
export function bareJson(text: string): Json | undefined {
  const bare = unfenced(text)
  if (!/^[[{]/.test(bare)) return undefined
  try {
    return parseJson(bare)
  } catch {
    return undefined
  }
}

/** Whether a text is JSON and nothing else: a list or an object, in a code fence or not. */
export const isWholeJson = (text: string): boolean => bareJson(text) !== undefined

/** A key that a text in JSON has twice in one object, so that it says two things; undefined for other texts. */
export const repeatedKey = (text: string): string | undefined =>
  isWholeJson(text) ? duplicateKey(unfenced(text)) : undefined

const QUOTED = /"(?:[^"\\\n]|\\.)*"/g
const ESCAPE = /\\(?:u(?<hex>[\da-f]{4})|(?<slash>\/)|(?<blank>[nrt])|.)/gi
/** What would end the text in quotes, or be no text. */
const KEPT = /["\\\p{Cc}\p{Cs}]/u

/**
 * A text with the escapes of JSON in its quoted parts read, as serialisers write them: `\u00f6` as the letter that it is,
 * an escaped slash as a slash, line breaks as blanks. Quotation marks stay escaped, so that JSON stays JSON.
 */
export const withoutEscapes = (text: string): string =>
  !text.includes('\\')
    ? text
    : text.replace(QUOTED, (quoted) =>
        quoted
          .replace(/\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/gi, (_, high: string, low: string) =>
            String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)),
          )
          .replace(ESCAPE, (whole, hex?: string, slash?: string, blank?: string) => {
            if (slash !== undefined) return slash
            if (blank !== undefined) return ' '
            const letter = hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16))
            return letter === '' || KEPT.test(letter) ? whole : letter
          }),
      )
