import { defineBuiltIn } from '../../define-built-in.ts'
import { memoriesOf } from './memory.ts'

export const retrieveMemory = defineBuiltIn({
  effect: 'read',
  capability: 'read-state',
  input: (z) => ({ key: z.string() }),
  output: (z) => ({
    status: z.enum(['found', 'not_found']),
    key: z.string(),
    value: z.json(),
    tags: z.array(z.string()).optional(),
    created_at: z.string().optional(),
    error: z.string().optional(),
  }),
  run({ key }, world) {
    const memory = memoriesOf(world).get(key)
    if (memory === undefined) {
      return {
        status: 'not_found' as const,
        key,
        value: null,
        error: `Nothing is remembered under "${key}".`,
      }
    }
    const { value, tags, created_at } = memory
    return { status: 'found' as const, key, value: structuredClone(value), tags: [...tags], created_at }
  },
})
