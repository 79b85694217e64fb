import type { Json } from '../shared/json.ts'
import type { LeafSchema } from '../tasks/equality.ts'

const OPEN_TEXT = 10
const OPEN_INTEGER = 7

/** Least entropy in bits of a value that could not be a lucky guess. */
export const MIN_ENTROPY_BITS = 10

const BITS_A_DIGIT = Math.log2(10)
const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)]
const EXPONENT = 'e'.charCodeAt(0)

/** How many digits a number is written with, without zeros before the first other one and without its exponent. */
function countDigits(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === EXPONENT) break
    if (code > ZERO && code <= NINE) count++
    else if (code === ZERO && count > 0) count++
  }
  return count
}

/**
 * Bits of a domain: log2 of an enum's size or of an integer's range, 1 for a boolean, 7 for an integer without range.
 * Open text has 10, another number the bits of its digits, null and empty values 0.
 */
export function computeEntropyBits(schema: LeafSchema | undefined, value: Json | undefined): number {
  if (schema?.enum !== undefined) return Math.log2(schema.enum.length)
  if (schema?.type === 'boolean' || typeof value === 'boolean') return 1
  if (schema?.type === 'integer' || (schema?.type === undefined && Number.isInteger(value))) {
    const { minimum, maximum } = schema ?? {}
    return minimum !== undefined && maximum !== undefined ? Math.log2(maximum - minimum + 1) : OPEN_INTEGER
  }
  if (typeof value === 'number') {
    return countDigits(String(Math.abs(value))) * BITS_A_DIGIT
  }
  // Null, no text, and a list or an object without entries: nothing is told.
  return value === '' || typeof value === 'object' ? 0 : OPEN_TEXT
}
