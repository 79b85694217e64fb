import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawKey, TAGS } from '../../../generate/pools/file-parts.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'

export const storeMemory = definePhrases({
  tool: 'store_memory',
  draw: (rng) => ({
    key: drawKey(rng),
    value: drawMessage(rng),
    ...(rng.int(0, 1) === 0 ? {} : { tags: rng.sample(TAGS, rng.int(1, 3)) }),
  }),
  asks: [
    'remember {value} with {key} as the key[ and with these tags: {tags}]',
    'keep {value} in memory; the key is {key}[ and the tags are {tags}]',
    'store {value} under {key} in memory[, tagged {tags}]',
    'make a memory that has {key} as its key and {value} as its value[, and tag it with {tags}]',
    'put something into memory for later use (key: {key}; value: {value}[; tags: {tags}])',
  ],
  outputs: { '/timestamp': 'time when the memory was stored', '/status': 'status of the storing' },
  answers: [],
})
