import { field } from '../../../schema/semantic.ts'
import { countCodePoints, WORD } from '../../../shared/python/text.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

// As published: "jeopardize" is right, and is reported nonetheless.
const CORRECTIONS = new Map(Object.entries(tables.spelling_corrections))

/** The correction in the case of the word: all capitals, a first capital, or none. */
function matchCase(word: string, correction: string): string {
  if (word === word.toUpperCase()) return correction.toUpperCase()
  return /^\p{Lu}/u.test(word) ? correction.charAt(0).toUpperCase() + correction.slice(1) : correction
}

export const spellCheck = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({
    corrections: z.array(
      z.strictObject({
        original: field(z.string(), 'text', 'The word as written.'),
        correction: field(z.string(), 'text', 'The word as it should be, in the same case.'),
        position: field(z.int(), 'index', 'Characters before the word, from 0.'),
      }),
    ),
    corrected_text: z.string(),
    error_count: z.int(),
  }),
  run({ text }) {
    const corrections: { original: string; correction: string; position: number }[] = []
    let corrected_text = ''
    let done = 0
    let position = 0
    for (const { 0: original, index } of text.matchAll(new RegExp(`[${WORD}]+`, 'gu'))) {
      const known = CORRECTIONS.get(original.toLowerCase())
      if (known === undefined) continue
      const correction = matchCase(original, known)
      const before = text.slice(done, index)
      position += countCodePoints(before)
      corrections.push({ original, correction, position })
      corrected_text += before + correction
      position += countCodePoints(original)
      done = index + original.length
    }
    corrected_text += text.slice(done)
    return { corrections, corrected_text, error_count: corrections.length }
  },
})
