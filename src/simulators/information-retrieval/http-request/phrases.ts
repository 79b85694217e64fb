import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawDomain } from '../../../generate/pools/url-parts.ts'

const COLLECTIONS = [
  'orders',
  'bookings',
  'loans',
  'tickets',
  'members',
  'parcels',
  'repairs',
  'samples',
] as const

export const httpRequest = definePhrases({
  tool: 'http_request',
  draw: (rng) => ({
    url: `https://api.${drawDomain(rng)}/v${rng.int(1, 3)}/${rng.pick(COLLECTIONS)}/${rng.int(11, 980)}`,
    method: rng.pick(['POST', 'PUT', 'DELETE']),
  }),
  asks: [
    'send a {method} request without a body to {url}',
    'call {url} with the HTTP method {method}',
    'make one HTTP request to {url}, method {method}',
    'issue a {method} to {url} over HTTP',
    'use the HTTP method {method} on {url}',
  ],
  outputs: {
    '/body': 'body of the response',
    '/status_code': 'HTTP status code of the response',
    '/headers/x-request-id': 'id of the request',
  },
  answers: [],
})
