import { field } from '../../../../schema/semantic.ts'
import { codePoints, sentences, wordTokens } from '../../../../shared/python/text.ts'
import { defineBuiltIn } from '../../../define-built-in.ts'

const METHODS = {
  word: wordTokens,
  sentence: (text: string) => sentences(text).filter((sentence) => sentence !== ''),
  character: codePoints,
}

export const tokenizeText = defineBuiltIn({
  name: 'tokenize_text',
  category: 'text_processing',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Breaks a text into words (without punctuation), sentences or single characters, in order and with repeats. Words keep their case and are split at apostrophes and hyphens. To cut at a separator of your own, split the text.',
  input: (z) =>
    z.strictObject({
      text: field(z.string(), 'text', 'Text to break up.'),
      method: field(z.enum(['word', 'sentence', 'character']), 'enum', 'What the pieces are.'),
    }),
  output: (z) =>
    z.strictObject({
      tokens: field(z.array(z.string()), 'texts', 'The pieces in order.'),
      count: field(z.int(), 'count', 'Number of pieces.'),
    }),
  run({ text, method }) {
    const tokens = METHODS[method](text)
    return { tokens, count: tokens.length }
  },
})
