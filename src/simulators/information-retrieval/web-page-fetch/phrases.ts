import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawUrl } from '../../../generate/pools/url-parts.ts'

/** From a summary that names one percentage. */
const SHARE = [
  { split: ' percent', take: 0 },
  { split: ' ', take: -1 },
]

/** Always for the summary: only leaves of one mode can be spoken of in every draw. */
export const webPageFetch = definePhrases({
  tool: 'web_page_fetch',
  draw: (rng) => ({ url: drawUrl(rng), extract_mode: 'summary' }),
  asks: [
    'open the page at {url}[ in the mode {extract_mode}]',
    'fetch the web page under {url}[ and have only its {extract_mode} returned]',
    'read the page at {url}[ and take its {extract_mode} only]',
    'load {url} as a web page[, with {extract_mode} as the mode of extraction]',
    'get me the page that {url} leads to[, reduced to its {extract_mode}]',
  ],
  outputs: { '/summary': 'summary of the page', '/title': 'title of the page' },
  answers: [
    { at: ['/summary'], gives: 'the summary of the page, word for word and with the dots at its end' },
    {
      at: [{ at: '/summary', via: SHARE }],
      gives: 'the percentage that the summary mentions, as a number, unrounded',
    },
    {
      at: ['/title', { at: '/summary', via: SHARE }],
      gives: 'the title of the page, then the percentage that its summary mentions, as a number, unrounded',
    },
  ],
})
