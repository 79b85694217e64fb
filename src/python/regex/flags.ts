// Flags of Python's re, as bits.
export const IGNORE_CASE = 1
export const MULTILINE = 2
export const DOT_ALL = 4
export const VERBOSE = 8
export const ASCII = 16
const UNICODE = 32
export const FLAGS = new Map([
  ['i', IGNORE_CASE],
  ['m', MULTILINE],
  ['s', DOT_ALL],
  ['x', VERBOSE],
  ['a', ASCII],
  ['u', UNICODE],
])
export const ENCODINGS = ASCII | UNICODE

/** What the flags say of how a set of characters compares. */
export const setFlags = (flags: number): { ignoreCase: boolean; ascii: boolean } => ({
  ignoreCase: (flags & IGNORE_CASE) !== 0,
  ascii: (flags & ASCII) !== 0,
})
