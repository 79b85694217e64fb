import { splitCodePoints, splitSentences, splitWords } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const METHODS = {
  word: splitWords,
  sentence: (text: string) => splitSentences(text).filter((sentence) => sentence !== ''),
  character: splitCodePoints,
}

export const tokenizeText = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), method: z.enum(['word', 'sentence', 'character']) }),
  output: (z) => ({ tokens: z.array(z.string()), count: z.int() }),
  run({ text, method }) {
    const tokens = METHODS[method](text)
    return { tokens, count: tokens.length }
  },
})
