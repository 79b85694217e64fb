import { DIGITS, type Kind, SPACES, WORDS } from './char-classes.ts'

/** Codes of escapes with one letter. */
export const SIMPLE_ESCAPES = new Map([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['\\', 92],
])
/** Classes of characters by the letter of their escape. */
export const KINDS = new Map<string, Kind>([
  ['d', { bit: DIGITS, negated: false }],
  ['D', { bit: DIGITS, negated: true }],
  ['s', { bit: SPACES, negated: false }],
  ['S', { bit: SPACES, negated: true }],
  ['w', { bit: WORDS, negated: false }],
  ['W', { bit: WORDS, negated: true }],
])
/** Number of hexadecimal digits after the letter of an escape. */
export const HEX_LENGTHS = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

const isIn = (char: string | undefined, set: string): boolean => char !== undefined && set.includes(char)
export const isDigit = (char: string | undefined): boolean => isIn(char, '0123456789')
export const isOctal = (char: string | undefined): boolean => isIn(char, '01234567')
export const isHex = (char: string | undefined): boolean => isIn(char, '0123456789abcdefABCDEF')
export const isAsciiLetter = (char: string): boolean => /^[a-z]$/i.test(char)
export const isName = (text: string): boolean => /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text)
