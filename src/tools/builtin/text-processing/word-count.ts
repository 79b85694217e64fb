import { countCodePoints, splitWhitespace } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const wordCount = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({ words: z.int(), characters: z.int(), sentences: z.int() }),
  run: ({ text }) => ({
    words: splitWhitespace(text).length,
    characters: countCodePoints(text),
    sentences: text.match(/[.!?]/g)?.length ?? 0,
  }),
})
