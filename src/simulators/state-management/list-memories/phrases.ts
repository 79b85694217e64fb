import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

/** Tags that memories have in every fresh world. */
const TAGS = [
  'settings',
  'user',
  'project',
  'research',
  'work',
  'meeting',
  'personal',
  'shopping',
  'config',
  'technical',
] as const

export const listMemories = definePhrases({
  tool: 'list_memories',
  draw: (rng) => (rng.int(0, 5) === 0 ? {} : { tag: rng.pick(TAGS) }),
  asks: [
    'list what is kept in memory[ with the tag {tag}]',
    'show which memories there are[, but only those that are tagged {tag}]',
    'find out under which keys something is remembered[; look at the tag {tag} only]',
    'go through the memories[ that carry the tag {tag}]',
    'get an overview of all memories[ that have {tag} among their tags]',
  ],
  outputs: {
    '/memories/0/key': 'key of the first memory listed',
    '/memories/0/created_at': 'time when the first memory listed was stored',
  },
  answers: [
    {
      at: ['/memories/0/created_at'],
      gives: 'the time when the first memory listed was stored, as YYYY-MM-DDTHH:MM:SS',
    },
    {
      at: ['/memories/0/key', '/memories/0/created_at'],
      gives: 'the key of the first memory listed, then the time when it was stored, as YYYY-MM-DDTHH:MM:SS',
    },
  ],
})
