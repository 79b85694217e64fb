import { field } from '../../../schema/semantic.ts'
import { round } from '../../../shared/python/number.ts'
import { length, strip, wordTokens } from '../../../shared/python/text.ts'
import { drawStory } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const WORDS_PER_MINUTE = 238

/** Runs of ".", "!" and "?" in the text, but 1 where there are none, and 0 for a blank text. */
const countSentences = (text: string): number =>
  strip(text) === '' ? 0 : Math.max(text.match(/[.!?]+/g)?.length ?? 0, 1)

export const generateSummaryStats = defineBuiltIn({
  name: 'generate_summary_stats',
  category: 'text_processing',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Readability figures of a text: words, sentences, average word length in characters, seconds to read it at 238 words a minute, and a complexity score that grows with the length of words and sentences. It does not summarize the text, and for plain counts of words and characters there is word_count.',
  input: (z) => ({
    text: field(z.string(), 'text', 'Text to measure.'),
  }),
  output: (z) => ({
    word_count: field(z.int(), 'count', 'Runs of letters, digits and underscores; "don\'t" is two.'),
    sentence_count: field(z.int(), 'count', 'Runs of ".", "!" and "?", at least 1 unless the text is blank.'),
    avg_word_length: field(z.number(), 'number', 'Characters a word, 2 decimals.'),
    reading_time_seconds: field(z.int(), 'duration', 'Whole seconds, rounded up.'),
    complexity_score: field(
      z.number(),
      'score',
      'A tenth of the average word length times words a sentence, 2 decimals.',
    ),
  }),
  run({ text }) {
    const words = wordTokens(text)
    const sentences = countSentences(text)
    const characters = words.reduce((total, word) => total + length(word), 0)
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
  drawArguments: (rng) => ({ text: drawStory(rng, rng.int(2, 5)) }),
})
