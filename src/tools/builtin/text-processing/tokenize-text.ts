import { codePoints, sentences, wordTokens } from '../../../shared/python/text.ts'
import type { Rng } from '../../../shared/rng.ts'
import { EVENTS } from '../../content/pools/lists.ts'
import { drawStory } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const METHODS = {
  word: wordTokens,
  sentence: (text: string) => sentences(text).filter((sentence) => sentence !== ''),
  character: codePoints,
}

const TEXTS: readonly (readonly [method: string, text: (rng: Rng) => string])[] = [
  ['word', (rng) => drawStory(rng, 1)],
  ['sentence', (rng) => drawStory(rng, rng.int(2, 4))],
  ['character', (rng) => `${rng.pick(EVENTS)} ${rng.int(2, 990)}`],
]

export const tokenizeText = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), method: z.enum(['word', 'sentence', 'character']) }),
  output: (z) => ({ tokens: z.array(z.string()), count: z.int() }),
  run({ text, method }) {
    const tokens = METHODS[method](text)
    return { tokens, count: tokens.length }
  },
  drawArguments(rng) {
    const [method, text] = rng.pick(TEXTS)
    return { text: text(rng), method }
  },
})
