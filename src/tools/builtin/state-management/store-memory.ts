import { semanticSet } from '../../../schema/semantic.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { memoriesOf, parseRemembered } from './memory.ts'

export const storeMemory = defineBuiltIn({
  // The same value under the same key again leaves the same memory.
  effect: 'idempotent-write',
  capability: 'store-key',
  input: (z) => ({ key: z.string(), value: z.string(), tags: semanticSet(z.array(z.string())).optional() }),
  output: (z) => ({
    status: z.literal('stored'),
    key: z.string(),
    overwrote_existing: z.boolean(),
    tags: z.array(z.string()),
    timestamp: z.string(),
  }),
  run({ key, value, tags = [] }, world) {
    const memories = memoriesOf(world)
    const overwrote_existing = memories.has(key)
    memories.set(key, { ...parseRemembered(value), tags: [...tags], created_at: world.clock.stamp })
    return { status: 'stored' as const, key, overwrote_existing, tags, timestamp: world.clock.stamp }
  },
})
