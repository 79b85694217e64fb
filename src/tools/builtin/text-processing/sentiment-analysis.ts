import { round } from '../../../shared/python/number.ts'
import { countCodePoints } from '../../../shared/python/text.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'
import { collectWords, countOverlap } from './patterns.ts'

// Published word lists.
const POSITIVE = new Set(tables.sentiment_words.positive)
const NEGATIVE = new Set(tables.sentiment_words.negative)

export const sentimentAnalysis = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({
    text_length: z.int(),
    sentiment: z.enum(['positive', 'negative', 'neutral']),
    confidence: z.number(),
    positive_signals: z.int(),
    negative_signals: z.int(),
  }),
  run({ text }) {
    const words = collectWords(text)
    const positive = countOverlap(POSITIVE, words)
    const negative = countOverlap(NEGATIVE, words)
    const lead = Math.abs(positive - negative)
    const sentiment: 'positive' | 'negative' | 'neutral' =
      lead === 0 ? 'neutral' : positive > negative ? 'positive' : 'negative'
    return {
      text_length: countCodePoints(text),
      sentiment,
      confidence: lead === 0 ? 0.5 : round(0.5 + lead / (2 * (positive + negative)), 2),
      positive_signals: positive,
      negative_signals: negative,
    }
  },
})
