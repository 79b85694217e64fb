import { round } from '../../../shared/python/number.ts'
import { compareCodePoints, countCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { collectWords } from './patterns.ts'

const MAX_KEYWORDS = 20

export const compareTexts = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text1: z.string(), text2: z.string() }),
  output: (z) => ({
    similarity_score: z.number(),
    common_words_count: z.int(),
    text1_unique_words: z.int(),
    text2_unique_words: z.int(),
    common_keywords: z.array(z.string()),
    text1_length: z.int(),
    text2_length: z.int(),
  }),
  run({ text1, text2 }) {
    const first = collectWords(text1)
    const second = collectWords(text2)
    const common = [...first].filter((word) => second.has(word)).sort(compareCodePoints)
    const distinct = first.size + second.size - common.length
    return {
      similarity_score: round(common.length / Math.max(distinct, 1), 3),
      common_words_count: common.length,
      text1_unique_words: first.size - common.length,
      text2_unique_words: second.size - common.length,
      common_keywords: common.slice(0, MAX_KEYWORDS),
      text1_length: countCodePoints(text1),
      text2_length: countCodePoints(text2),
    }
  },
})
