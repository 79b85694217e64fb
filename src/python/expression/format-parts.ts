import type { Machine } from './machine.ts'
import { lengthOf } from './text.ts'

/** Parts of a format specification such as `*>+#010,.2f`. */
export interface Spec {
  fill: string
  align: string
  /** Whether a 0 before the width stands for fill and alignment. */
  zeroPadded: boolean
  sign: string
  zeroNegative: boolean
  alternate: boolean
  width: number
  grouping: string
  precision: number | undefined
  type: string
}

/** Sets a text into the width; `body` starts after the sign and prefix. */
export function pad(m: Machine, prefix: string, body: string, spec: Spec, align: string): string {
  const missing = spec.width - prefix.length - lengthOf(m, body)
  m.make(Math.max(0, missing) + prefix.length + body.length)
  if (missing <= 0) return prefix + body
  const before = { '<': 0, '^': Math.floor(missing / 2) }[align] ?? missing
  const left = spec.fill.repeat(before)
  const right = spec.fill.repeat(missing - before)
  return align === '=' ? prefix + left + body : left + prefix + body + right
}

/** Whole digits with a separator after each group, filled with zeros up to the width where that is wanted. */
export function group(m: Machine, digits: string, spec: Spec, size: number, taken: number): string {
  if (spec.grouping === '') return digits
  m.step(digits.length)
  const fills = spec.fill === '0' && spec.align === '='
  let filled = digits
  if (fills) {
    // The least number of digits that reaches the width with its separators.
    const room = spec.width - taken
    const least = room - Math.floor(room / (size + 1))
    const reached = least + Math.floor((least - 1) / size)
    const count = Math.max(digits.length, reached < room ? least + 1 : least)
    m.make(Math.max(0, count))
    filled = digits.padStart(count, '0')
  }
  const groups: string[] = []
  for (let end = filled.length; end > 0; end -= size)
    groups.unshift(filled.slice(Math.max(0, end - size), end))
  return groups.join(spec.grouping)
}

export function signOf(negative: boolean, spec: Spec): string {
  if (negative) return '-'
  return spec.sign === '-' ? '' : spec.sign
}
