import { round } from '../../../shared/python/number.ts'
import { countCodePoints, splitWords, strip } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const WORDS_PER_MINUTE = 238

/** Runs of ".", "!" and "?" in the text, but 1 where there are none, and 0 for a blank text. */
const countSentences = (text: string): number =>
  strip(text) === '' ? 0 : Math.max(text.match(/[.!?]+/g)?.length ?? 0, 1)

export const generateSummaryStats = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({
    word_count: z.int(),
    sentence_count: z.int(),
    avg_word_length: z.number(),
    reading_time_seconds: z.int(),
    complexity_score: z.number(),
  }),
  run({ text }) {
    const words = splitWords(text)
    const sentences = countSentences(text)
    const characters = words.reduce((total, word) => total + countCodePoints(word), 0)
    const average = words.length === 0 ? 0 : round(characters / words.length, 2)
    const wordsPerSentence = sentences === 0 ? 0 : round(words.length / sentences, 2)
    return {
      word_count: words.length,
      sentence_count: sentences,
      avg_word_length: average,
      reading_time_seconds: Math.ceil((words.length / WORDS_PER_MINUTE) * 60),
      complexity_score: round(average * wordsPerSentence * 0.1, 2),
    }
  },
})
