import type { RE2JS } from 're2js'
import { load } from './load.ts'
import { memoizeOnce } from './memoize.ts'

export interface TextTest {
  test(text: string): boolean
  /** The pattern as a literal; ajv tells patterns apart by it. */
  toString(): string
}

const engine = memoizeOnce((): typeof RE2JS => (load('re2js') as typeof import('re2js')).RE2JS)

/** `\s` of ECMAScript, and its complement, as ranges: RE2 knows six of these characters. */
const SPACES =
  '\\x09-\\x0d\\x20\\xa0\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const OTHERS =
  '\\x00-\\x08\\x0e-\\x1f\\x21-\\x9f\\xa1-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
/** `.` of ECMAScript; RE2 leaves out line feeds alone. */
const ANY = '[^\\n\\r\\x{2028}\\x{2029}]'

/** What RE2 reads otherwise: halves of a character, references to named groups, flags of groups. */
const FOREIGN = /\\u[dD][89a-fA-F]|\\k|\(\?[a-z-]/

/** Writes a valid pattern of ECMAScript, with the flag `u`, so that RE2 reads what ECMAScript reads. */
function toRe2(source: string): string {
  let isInClass = false
  return engine()
    .translateRegExp(source)
    .replace(/\\[\s\S]|[[\].]/g, (token) => {
      if (token === '\\s') return isInClass ? SPACES : `[${SPACES}]`
      if (token === '\\S') return isInClass ? OTHERS : `[${OTHERS}]`
      if (isInClass) {
        isInClass = token !== ']'
        return token === '[' ? '\\[' : token
      }
      isInClass = token === '['
      return token === '.' ? ANY : token
    })
}

/** The pattern for RE2; undefined where RE2 cannot read it: look-around, back references, counts over 1,000. */
function compilePattern(source: string): RE2JS | undefined {
  if (FOREIGN.test(source)) return undefined
  try {
    return engine().compile(toRe2(source))
  } catch {
    return undefined
  }
}

/**
 * A regular expression from outside. It takes time in proportion to the text where RE2 reads the pattern. Other patterns
 * run as they are, so call it within a time limit.
 *
 * @param source Pattern of ECMAScript, read with the flag `u`
 * @throws SyntaxError where the pattern is invalid
 */
export function createLinearPattern(source: string): TextTest {
  const native = new RegExp(source, 'u')
  let ready: RE2JS | RegExp | undefined
  return {
    test(text) {
      const matcher = ready ?? compilePattern(source) ?? native
      // A time limit may cut the match off, and nobody knows the state of the matcher then.
      ready = undefined
      const isMatch = matcher.test(text)
      ready = matcher
      return isMatch
    },
    toString: () => String(native),
  }
}
