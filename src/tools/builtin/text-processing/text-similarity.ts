import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { collectWords, countOverlap } from './patterns.ts'

export const textSimilarity = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text1: z.string(), text2: z.string() }),
  output: (z) => ({ similarity: z.number(), method: z.literal('jaccard') }),
  run({ text1, text2 }) {
    const first = collectWords(text1)
    const second = collectWords(text2)
    const common = countOverlap(first, second)
    const distinct = first.size + second.size - common
    return { similarity: distinct === 0 ? 1 : round(common / distinct, 4), method: 'jaccard' as const }
  },
})
