import { field } from '../../../schema/semantic.ts'
import { round } from '../../../shared/python/number.ts'
import { length, sentences } from '../../../shared/python/text.ts'
import { drawStory } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const summarizeText = defineBuiltIn({
  name: 'summarize_text',
  category: 'text_processing',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Shortens a text to its first sentences, word for word, and says how much shorter it became. Sentences end at ".", "!" or "?" followed by white space. To cut at a number of characters, truncate the text instead.',
  input: (z) => ({
    text: field(z.string(), 'text', 'Text to shorten.'),
    max_sentences: field(
      z.int().default(3),
      'limit',
      'Most sentences to keep; a negative number drops that many from the end.',
    ),
  }),
  output: (z) => ({
    original_length: field(z.int(), 'size', 'Length of the text in characters.'),
    summary: field(z.string(), 'text', 'The sentences kept, joined by one blank.'),
    summary_length: field(z.int(), 'size', 'Length of the summary in characters.'),
    sentences_used: field(z.int(), 'count', 'Number of sentences kept.'),
    compression_ratio: field(
      z.number(),
      'number',
      'Length of the summary over that of the text, 2 decimals.',
    ),
  }),
  run({ text, max_sentences }) {
    const kept = sentences(text).slice(0, max_sentences)
    const summary = kept.join(' ')
    const original = length(text)
    return {
      original_length: original,
      summary,
      summary_length: length(summary),
      sentences_used: kept.length,
      compression_ratio: round(length(summary) / Math.max(original, 1), 2),
    }
  },
  drawArguments: (rng) => ({
    text: drawStory(rng, rng.int(5, 7)),
    ...(rng.int(0, 2) === 0 ? {} : { max_sentences: rng.pick([1, 2, 4]) }),
  }),
})
