import { field } from '../../../schema/semantic.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { memoriesOf } from './memory.ts'

/** Keys that hold a value in every fresh world. */
const KEYS = ['user_preferences', 'project_notes', 'meeting_agenda', 'shopping_list', 'api_config'] as const

export const retrieveMemory = defineBuiltIn({
  name: 'retrieve_memory',
  category: 'state_management',
  effect: 'read',
  capability: 'read-state',
  description:
    'Value remembered under a key, with its tags and the time of storing. The key must be exact; where nothing is remembered under it, status is "not_found" and value null. To see which keys there are, list the memories.',
  input: (z) => ({
    key: field(z.string(), 'key', 'Key of the memory, for example "meeting_agenda". Case matters.'),
  }),
  output: (z) => ({
    status: field(z.enum(['found', 'not_found']), 'status', 'Whether the key holds a value.'),
    key: field(z.string(), 'key', 'The key as it was asked for.'),
    value: field(z.json(), 'json', 'What is remembered: any JSON value; null where nothing is.'),
    tags: field(z.array(z.string()), 'texts', 'Tags; only where found.').optional(),
    created_at: field(
      z.string(),
      'datetime',
      'When it was stored, YYYY-MM-DDTHH:MM:SS, UTC; only where found.',
    ).optional(),
    error: field(z.string(), 'text', 'What is wrong; only where nothing was found.').optional(),
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
  drawArguments: (rng) => ({ key: rng.pick(KEYS) }),
})
