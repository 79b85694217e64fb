import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawHtmlPage } from '../../../generate/pools/html-pages.ts'

export const parseHtml = definePhrases({
  tool: 'parse_html',
  draw: (rng) => ({ html: drawHtmlPage(rng) }),
  asks: [
    'get the plain text, the title and the number of links out of {html}, which is HTML',
    'strip the tags from {html}, which is HTML, and count its links',
    'reduce {html} to the plain text of this HTML, and note title and number of links',
    'parse {html} as HTML and take down its text, its title and how many links it has',
    'read {html} as HTML and tell what text it shows, under which title and with how many links',
  ],
  outputs: {
    '/text': 'plain text of the page',
    '/title': 'title of the page',
    '/links_count': 'number of links on the page',
  },
  answers: [
    { at: ['/text'], gives: 'the plain text in one line, the title included, word for word' },
    {
      at: ['/links_count', { at: '/title', via: ['upper'] }],
      gives: 'the number of links, then the title in capital letters',
    },
    {
      at: [{ at: '/text', via: ['length'] }, '/links_count'],
      gives:
        'the length in characters of the plain text in one line, the title included, then the number of links',
    },
  ],
})
