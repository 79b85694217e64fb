import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { WORLD_CITIES } from '../../../generate/pools/chain-cities.ts'

const KINDS = [
  'Port of',
  'Cathedral of',
  'University of',
  'Botanical Garden of',
  'Treaty of',
  'Siege of',
  'Archive of',
  'Tramways of',
  'Old Town of',
  'Bridges of',
] as const

/** From a description such as `Entry 0f3a..., on Port of Oslo`. */
const RECORD = [
  { split: 'Entry ', take: 1 },
  { split: ',', take: 0 },
]

/** From a summary that says of how much a second editor has read: `has read 41.5 percent of it`. */
const SHARE = [
  { split: 'has read ', take: 1 },
  { split: ' percent', take: 0 },
]

export const lookupEntity = definePhrases({
  tool: 'lookup_entity',
  draw: (rng) => ({ entity: `${rng.pick(KINDS)} ${rng.pick(WORLD_CITIES)}` }),
  asks: [
    'look up {entity} in the encyclopaedia',
    'read the encyclopaedia entry on {entity}',
    'find out what the encyclopaedia has under {entity}',
    'get me the entry on {entity} from the encyclopaedia, with its summary',
    'check the encyclopaedia for {entity}',
  ],
  outputs: {
    '/summary': 'summary of the entry',
    '/description': 'description of the entry',
    '/url': 'address of the article',
  },
  answers: [
    {
      at: [{ at: '/description', via: RECORD }],
      gives: 'the identifier that follows the word Entry in the description',
    },
    {
      at: [{ at: '/summary', via: SHARE }],
      gives: 'the percentage of the entry that a second editor has read, as a number, unrounded',
    },
    {
      at: [
        { at: '/description', via: RECORD },
        { at: '/summary', via: SHARE },
      ],
      gives:
        'the identifier that follows the word Entry in the description, then the percentage that a second editor has read, as a number, unrounded',
    },
  ],
})
