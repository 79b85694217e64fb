import { field } from '../../../schema/semantic.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { memoriesOf, type ValueType } from './memory.ts'

const VALUE_TYPES = [
  'str',
  'int',
  'float',
  'bool',
  'list',
  'dict',
  'NoneType',
] as const satisfies readonly ValueType[]

export const listMemories = defineBuiltIn({
  effect: 'read',
  capability: 'list-state',
  input: (z) => ({ tag: z.string().optional() }),
  output: (z) => ({
    memories: z.array(
      z.strictObject({
        key: field(z.string(), 'key', 'Key of the memory.'),
        tags: field(z.array(z.string()), 'texts', 'Its tags.'),
        created_at: field(z.string(), 'datetime', 'When it was stored, YYYY-MM-DDTHH:MM:SS, UTC.'),
        value_type: field(z.enum(VALUE_TYPES), 'enum', 'Type of its value, by the name Python has for it.'),
      }),
    ),
    count: z.int(),
    filter_tag: z.string().nullable(),
  }),
  run({ tag }, world) {
    const memories = [...memoriesOf(world)]
      .filter(([, memory]) => !tag || memory.tags.includes(tag))
      .map(([key, { tags, created_at, value_type }]) => ({ key, tags: [...tags], created_at, value_type }))
    return { memories, count: memories.length, filter_tag: tag ?? null }
  },
})
