import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawUrl } from '../../../generate/pools/url-parts.ts'

export const checkUrlStatus = definePhrases({
  tool: 'check_url_status',
  draw: (rng) => ({ url: drawUrl(rng) }),
  asks: [
    'check whether {url} answers, and how fast',
    'measure the response time of {url}',
    'find out if {url} can be reached and how many milliseconds it takes',
    'test {url} for its HTTP status and response time',
    'see with which status code {url} answers and after how many milliseconds',
  ],
  outputs: {
    '/response_time_ms': 'response time in milliseconds',
    '/status_code': 'HTTP status code',
    '/status': 'status in a word',
  },
  answers: [
    { at: ['/response_time_ms'], gives: 'the response time in milliseconds, unrounded' },
    {
      at: ['/status_code', '/response_time_ms'],
      gives: 'the HTTP status code, then the response time in milliseconds, unrounded',
    },
    {
      at: ['/status', '/response_time_ms'],
      gives: 'the word for the status, then the response time in milliseconds, unrounded',
    },
  ],
})
