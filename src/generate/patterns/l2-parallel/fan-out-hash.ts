import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { TEXTS } from '../../pools/texts.ts'

export const fanOutHash = definePattern({
  name: 'fan-out-hash',
  level: 'L2_parallel',
  tools: ['hash_text'],
  draw(rng) {
    const text = rng.pick(TEXTS)
    const [first, second] = rng.sample(['md5', 'sha256', 'sha512'], 2) as [string, string]
    return {
      steps: [first, second].map((algorithm) => ({ tool: 'hash_text', arguments: { text, algorithm } })),
      prompts: [
        `Compute two digests of the text ${quote(text)}: one with ${first}, one with ${second}.`,
        `I need both the ${first} and the ${second} hash of the sentence ${quote(text)}, full stop included.`,
        `Take ${quote(text)} and make a ${first} fingerprint and a ${second} fingerprint of it.`,
      ],
      answer: {
        value: { [first]: from(1, '/hash'), [second]: from(2, '/hash') },
        gives: `the ${first} digest and the ${second} digest, both in hex`,
      },
    }
  },
})
