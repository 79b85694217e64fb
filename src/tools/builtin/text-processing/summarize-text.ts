import { round } from '../../../shared/python/number.ts'
import { countCodePoints, splitSentences } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const summarizeText = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), max_sentences: z.int().default(3) }),
  output: (z) => ({
    original_length: z.int(),
    summary: z.string(),
    summary_length: z.int(),
    sentences_used: z.int(),
    compression_ratio: z.number(),
  }),
  run({ text, max_sentences }) {
    const kept = splitSentences(text).slice(0, max_sentences)
    const summary = kept.join(' ')
    const original = countCodePoints(text)
    return {
      original_length: original,
      summary,
      summary_length: countCodePoints(summary),
      sentences_used: kept.length,
      compression_ratio: round(countCodePoints(summary) / Math.max(original, 1), 2),
    }
  },
})
