import { field } from '../../../schema/semantic.ts'
import { round } from '../../../shared/python/number.ts'
import { compareCodePoints, length } from '../../../shared/python/text.ts'
import { drawTwinNotes } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { wordSet } from './patterns.ts'

const MAX_KEYWORDS = 20

export const compareTexts = defineBuiltIn({
  name: 'compare_texts',
  category: 'text_processing',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Compares the vocabularies of two texts without regard to case: words in common, words of one text only, and their similarity from 0 to 1 (words in common over all distinct words). Order and repetition of words do not matter. For the bare score use a similarity tool.',
  input: (z) => ({
    text1: field(z.string(), 'text', 'First text.'),
    text2: field(z.string(), 'text', 'Second text.'),
  }),
  output: (z) => ({
    similarity_score: field(z.number(), 'score', 'From 0 to 1, 3 decimals; 0 where neither text has words.'),
    common_words_count: field(z.int(), 'count', 'Distinct words in both texts.'),
    text1_unique_words: field(z.int(), 'count', 'Distinct words in the first text only.'),
    text2_unique_words: field(z.int(), 'count', 'Distinct words in the second text only.'),
    common_keywords: field(
      z.array(z.string()),
      'texts',
      'Words in both texts, lower case, sorted; at most 20.',
    ),
    text1_length: field(z.int(), 'size', 'Length of the first text in characters.'),
    text2_length: field(z.int(), 'size', 'Length of the second text in characters.'),
  }),
  run({ text1, text2 }) {
    const first = wordSet(text1)
    const second = wordSet(text2)
    const common = [...first].filter((word) => second.has(word)).sort(compareCodePoints)
    const distinct = first.size + second.size - common.length
    return {
      similarity_score: round(common.length / Math.max(distinct, 1), 3),
      common_words_count: common.length,
      text1_unique_words: first.size - common.length,
      text2_unique_words: second.size - common.length,
      common_keywords: common.slice(0, MAX_KEYWORDS),
      text1_length: length(text1),
      text2_length: length(text2),
    }
  },
  drawArguments(rng) {
    const [text1, text2] = drawTwinNotes(rng)
    return { text1, text2 }
  },
})
