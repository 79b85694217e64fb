import { field } from '../../../schema/semantic.ts'
import { length, splitWhitespace } from '../../../shared/python/text.ts'
import { drawStory } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const wordCount = defineBuiltIn({
  name: 'word_count',
  category: 'text_processing',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Counts the words, characters and sentence marks of a text. A word is what stands between white space; each full stop, exclamation or question mark counts as a sentence, so "3.50" adds one. To get the words themselves, tokenize the text.',
  input: (z) => ({
    text: field(z.string(), 'text', 'Text to measure.'),
  }),
  output: (z) => ({
    words: field(z.int(), 'count', 'Pieces between white space.'),
    characters: field(z.int(), 'count', 'Unicode code points, white space included.'),
    sentences: field(z.int(), 'count', 'Number of ".", "!" and "?" characters.'),
  }),
  run: ({ text }) => ({
    words: splitWhitespace(text).length,
    characters: length(text),
    sentences: text.match(/[.!?]/g)?.length ?? 0,
  }),
  drawArguments: (rng) => ({ text: drawStory(rng, rng.int(1, 5)) }),
})
