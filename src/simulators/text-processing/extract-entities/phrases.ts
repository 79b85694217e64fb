import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawContactLine } from '../../../generate/pools/contact-lines.ts'
import { drawStory } from '../../../generate/pools/story-parts.ts'

export const extractEntities = definePhrases({
  tool: 'extract_entities',
  draw: (rng) => ({
    text: rng.int(0, 2) === 0 ? drawContactLine(rng) : `${drawStory(rng, 1)} ${drawContactLine(rng)}`,
  }),
  asks: [
    'find the addresses, phone numbers, dates, numbers and names in {text}',
    'list the entities in {text}: addresses, phone numbers, dates, other numbers and capitalized phrases',
    'pull out of {text} whatever looks like an address, a phone number, a date, a number or a name',
    'go through {text} and collect its entities (e-mail and web addresses, phone numbers, dates, numbers, names)',
    'detect which addresses, phone numbers, dates, numbers and names occur in {text}',
  ],
  outputs: {
    '/entities/0/text': 'first entity found',
    '/entities/0/type': 'kind of the first entity',
    '/entity_count': 'number of entities',
    '/text_length': 'length of the text in characters',
  },
  answers: [
    {
      at: ['/entity_count', '/text_length'],
      gives: 'the number of different entities found, then the length of the text in characters',
    },
    {
      at: [{ at: '/entities/0/text', via: ['upper'] }, '/entity_count'],
      gives: 'the first entity of the list in capital letters, then the number of entities in the list',
    },
  ],
})
