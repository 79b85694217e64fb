import { field } from '../../../schema/semantic.ts'
import { round } from '../../../shared/python/number.ts'
import { length } from '../../../shared/python/text.ts'
import { drawOpinion } from '../../content/pools/opinions.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { overlap, wordSet } from './patterns.ts'

// Published word lists.
const POSITIVE = new Set(
  [
    'amazing awesome beautiful best brilliant delightful enjoy excellent fantastic good great happy',
    'impressive love nice outstanding perfect pleasant positive recommend success superb wonderful',
  ].flatMap((line) => line.split(' ')),
)
const NEGATIVE = new Set(
  [
    'angry annoying awful bad boring broken disappointing disgusting error fail frustrating hate horrible',
    'nasty negative poor problem sad stupid terrible ugly useless worst wrong',
  ].flatMap((line) => line.split(' ')),
)

export const sentimentAnalysis = defineBuiltIn({
  name: 'sentiment_analysis',
  category: 'text_processing',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Tells whether an English text sounds positive, negative or neutral, by counting distinct words of praise and complaint. Confidence runs from 0.5 (even) to 1. It knows neither negation nor irony; to sort a text into topics use a classifier.',
  input: (z) => ({
    text: field(z.string(), 'text', 'English text to judge.'),
  }),
  output: (z) => ({
    text_length: field(z.int(), 'size', 'Length of the text in characters.'),
    sentiment: field(z.enum(['positive', 'negative', 'neutral']), 'label', 'Which side has more words.'),
    confidence: field(z.number(), 'confidence', 'From 0.5 to 1, 2 decimals.'),
    positive_signals: field(z.int(), 'count', 'Distinct words of praise found.'),
    negative_signals: field(z.int(), 'count', 'Distinct words of complaint found.'),
  }),
  run({ text }) {
    const words = wordSet(text)
    const positive = overlap(POSITIVE, words)
    const negative = overlap(NEGATIVE, words)
    const lead = Math.abs(positive - negative)
    const sentiment: 'positive' | 'negative' | 'neutral' =
      lead === 0 ? 'neutral' : positive > negative ? 'positive' : 'negative'
    return {
      text_length: length(text),
      sentiment,
      confidence: lead === 0 ? 0.5 : round(0.5 + lead / (2 * (positive + negative)), 2),
      positive_signals: positive,
      negative_signals: negative,
    }
  },
  drawArguments: (rng) => ({ text: drawOpinion(rng) }),
})
