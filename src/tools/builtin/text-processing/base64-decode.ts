import { refuse, refuseIf } from '../../../schema/tool-error.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

/**
 * The Base64 digits that count, as Python's lenient decoder takes them: other characters are skipped, and
 * padding that completes a group of four ends the data. Undefined where the last group stays incomplete.
 */
function readSignificantDigits(encoded: string): string | undefined {
  let digits = ''
  let padding = 0
  for (const char of encoded) {
    const filled = digits.length % 4
    if (char === '=') {
      if (filled >= 2 && filled + ++padding === 4) return digits
    } else if (/[A-Za-z0-9+/]/.test(char)) {
      digits += char
      padding = 0
    }
  }
  return digits.length % 4 === 0 ? digits : undefined
}

export const base64Decode = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ encoded: z.string() }),
  output: (z) => ({ decoded: z.string() }),
  run({ encoded }) {
    refuseIf(/\P{ASCII}/u.test(encoded), 'encoded', 'must be ASCII text')
    const digits =
      readSignificantDigits(encoded) ??
      refuse(
        'encoded',
        'is incomplete: Base64 comes in groups of four characters, the last one padded with "="',
      )
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
      return { decoded: decoder.decode(Buffer.from(digits, 'base64')) }
    } catch {
      refuse('encoded', 'holds bytes that are not UTF-8 text')
    }
  },
})
