import type { Machine } from './machine.ts'

const SURROGATE = /[\ud800-\udfff]/

/**
 * The code points of a text, which Python counts and slices by; the text itself where each is one unit.
 * Looking for the others takes time, so it counts.
 */
export function unitsOf(m: Machine, text: string): string | string[] {
  m.step(text.length / 64)
  if (!SURROGATE.test(text)) return text
  m.step(text.length)
  return Array.from(text)
}

/** Length in code points. */
export const lengthOf = (m: Machine, text: string): number => unitsOf(m, text).length

/** Index in code points of an index in UTF-16 units. */
export const codePointIndex = (m: Machine, text: string, index: number): number =>
  index <= 0 ? index : lengthOf(m, text.slice(0, index))
