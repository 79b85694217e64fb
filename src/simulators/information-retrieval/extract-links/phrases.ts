import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawLinkedContent } from '../../../generate/pools/html-pages.ts'

export const extractLinks = definePhrases({
  tool: 'extract_links',
  draw: (rng) => ({ content: drawLinkedContent(rng) }),
  asks: [
    'list the web addresses in {content}',
    'find all links in {content}',
    'collect the addresses that {content} points to, in order',
    'pull the links out of {content}, each of them once',
    'go through {content} and note every web address',
  ],
  outputs: {
    '/links': 'list of links',
    '/links/0': 'first link',
    '/links/1': 'second link',
    '/count': 'number of links',
  },
  answers: [
    {
      at: [{ at: '/links', via: [{ join: ' + ' }] }],
      gives: 'all addresses in their order, with a plus sign between them',
    },
    {
      at: [{ at: '/links', via: ['json', 'upper'] }, '/count'],
      gives: 'all addresses as a JSON array in capital letters, then how many there are',
    },
  ],
})
