import { field } from '../../../schema/semantic.ts'
import { drawKey, TAGS } from '../../content/pools/addresses.ts'
import { drawMessage } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { memoriesOf, rememberedValue } from './memory.ts'

export const storeMemory = defineBuiltIn({
  name: 'store_memory',
  category: 'state_management',
  // The same value under the same key again leaves the same memory.
  effect: 'idempotent-write',
  capability: 'store-key',
  description:
    'Remembers a value under a key, with optional tags, and tells whether a former value was replaced, whose tags are gone too. A value that is JSON text comes back as that JSON value, any other one as text. For whole documents use a file.',
  input: (z) => ({
    key: field(z.string(), 'key', 'Key to find the value by, for example "travel_budget". Case matters.'),
    value: field(z.string(), 'text', 'Plain text, or JSON text such as {"limit": 3}, true or 12.5.'),
    tags: field(
      z.array(z.string()),
      'texts',
      'Tags to find the memory by, for example ["travel"].',
    ).optional(),
  }),
  output: (z) => ({
    status: field(z.literal('stored'), 'status', 'Always "stored".'),
    key: field(z.string(), 'key', 'Key of the memory.'),
    overwrote_existing: field(z.boolean(), 'boolean', 'True where the key held a value before.'),
    tags: field(z.array(z.string()), 'texts', 'Tags of the memory.'),
    timestamp: field(z.string(), 'datetime', 'When it was stored, YYYY-MM-DDTHH:MM:SS, UTC.'),
  }),
  run({ key, value, tags = [] }, world) {
    const memories = memoriesOf(world)
    const overwrote_existing = memories.has(key)
    memories.set(key, { ...rememberedValue(value), tags: [...tags], created_at: world.clock.stamp })
    return { status: 'stored' as const, key, overwrote_existing, tags, timestamp: world.clock.stamp }
  },
  drawArguments: (rng) => ({
    key: drawKey(rng),
    value: drawMessage(rng),
    ...(rng.int(0, 1) === 0 ? {} : { tags: rng.sample(TAGS, rng.int(1, 3)) }),
  }),
})
