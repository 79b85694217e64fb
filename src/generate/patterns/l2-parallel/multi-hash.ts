import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, quote } from '../../phrases.ts'
import { drawNotice } from '../../pools/dag-notices.ts'

export const multiHash = definePattern({
  key: 'multi_hash',
  name: 'fan-out-hash',
  level: 'L2_parallel',
  published: {
    mended: 'Its prompt cut the text short and its answer was never graded. Here the text stands in full.',
  },
  tools: ['hash_text'],
  draw(rng) {
    const text = drawNotice(rng)
    const algorithms = rng.shuffle(['md5', 'sha256', 'sha512'])
    const names = listed(algorithms)
    return {
      steps: algorithms.map((algorithm) => ({ tool: 'hash_text', arguments: { text, algorithm } })),
      prompts: [
        `Compute three digests of the text ${quote(text)}, with ${names}.`,
        `I need the ${names} hashes of this sentence, full stop included: ${quote(text)}`,
        `Take ${quote(text)} and make a fingerprint of it by each of these algorithms: ${names}.`,
        `To check our archive, hash one and the same line three times. The line is ${quote(text)}, and the algorithms are ${names}.`,
      ],
      answer: {
        value: Object.fromEntries(algorithms.map((algorithm, i) => [algorithm, from(i + 1, '/hash')])),
        gives: `the ${names} digests in this order, in hex`,
      },
    }
  },
})
