import { field } from '../../../schema/semantic.ts'
import { round } from '../../../shared/python/number.ts'
import { drawTwinNotes } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { overlap, wordSet } from './patterns.ts'

export const textSimilarity = defineBuiltIn({
  name: 'text_similarity',
  category: 'text_processing',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Scores how much the vocabularies of two texts overlap, from 0 (no word in common) to 1 (the same words), without regard to case, order and repetition. It compares words, not meaning. For the words in common and their counts compare the texts instead.',
  input: (z) => ({
    text1: field(z.string(), 'text', 'First text.'),
    text2: field(z.string(), 'text', 'Second text.'),
  }),
  output: (z) => ({
    similarity: field(z.number(), 'score', 'From 0 to 1, 4 decimals; 1 where neither text has words.'),
    method: field(z.literal('jaccard'), 'label', 'Always "jaccard": words in common over distinct words.'),
  }),
  run({ text1, text2 }) {
    const first = wordSet(text1)
    const second = wordSet(text2)
    const common = overlap(first, second)
    const distinct = first.size + second.size - common
    return { similarity: distinct === 0 ? 1 : round(common / distinct, 4), method: 'jaccard' as const }
  },
  drawArguments(rng) {
    const [text1, text2] = drawTwinNotes(rng)
    return { text1, text2 }
  },
})
