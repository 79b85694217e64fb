import { field } from '../../../schema/semantic.ts'
import tables from '../../content/tables.json' with { type: 'json' }
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
  name: 'list_memories',
  category: 'state_management',
  effect: 'read',
  capability: 'list-state',
  description:
    'What is remembered, in order of first storing: keys with their tags, times of storing and types of value, all of them or those with one tag. It does not show the values: retrieve a memory by its key for that. For files use list_files.',
  input: (z) => ({
    tag: field(
      z.string(),
      'tag',
      'Tag that the memories must have, for example "work". Case matters; all memories where left out or empty.',
    ).optional(),
  }),
  output: (z) => ({
    memories: field(
      z.array(
        z.strictObject({
          key: field(z.string(), 'key', 'Key of the memory.'),
          tags: field(z.array(z.string()), 'texts', 'Its tags.'),
          created_at: field(z.string(), 'datetime', 'When it was stored, YYYY-MM-DDTHH:MM:SS, UTC.'),
          value_type: field(z.enum(VALUE_TYPES), 'enum', 'Type of its value, by the name Python has for it.'),
        }),
      ),
      'records',
      'One record for each memory.',
    ),
    count: field(z.int(), 'count', 'Number of memories listed.'),
    filter_tag: field(z.string().nullable(), 'tag', 'The tag that was asked for, or null.'),
  }),
  run({ tag }, world) {
    const memories = [...memoriesOf(world)]
      .filter(([, memory]) => !tag || memory.tags.includes(tag))
      .map(([key, { tags, created_at, value_type }]) => ({ key, tags: [...tags], created_at, value_type }))
    return { memories, count: memories.length, filter_tag: tag ?? null }
  },
  drawArguments: (rng) => (rng.int(0, 5) === 0 ? {} : { tag: rng.pick(tables.memory_tags) }),
})
