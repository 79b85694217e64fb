import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

/** Keys that hold a value in every fresh world. */
const KEYS = ['user_preferences', 'project_notes', 'meeting_agenda', 'shopping_list', 'api_config'] as const

export const retrieveMemory = definePhrases({
  tool: 'retrieve_memory',
  draw: (rng) => ({ key: rng.pick(KEYS) }),
  asks: [
    'recall the value that is remembered under {key}',
    'fetch the memory whose key is {key}',
    'look up what was stored in memory with {key} as the key',
    'get back from memory what is kept under {key}',
    'see what the memory stored under {key} holds',
  ],
  outputs: {
    '/value': 'whole value that is remembered',
    '/created_at': 'time when the value was stored',
  },
  answers: [
    { at: ['/value'], gives: 'the whole value that is remembered, with all its parts unchanged' },
    { at: ['/created_at'], gives: 'the time when the value was stored, as YYYY-MM-DDTHH:MM:SS' },
    {
      at: ['/created_at', '/value'],
      gives:
        'the time when the value was stored, as YYYY-MM-DDTHH:MM:SS, then the whole value, with all its parts unchanged',
    },
  ],
})
