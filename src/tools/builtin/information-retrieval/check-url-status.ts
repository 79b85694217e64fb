import { field } from '../../../schema/semantic.ts'
import { drawUrl } from '../../content/pools/addresses.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const CODES = [200, 200, 200, 200, 301, 302, 403, 404, 500]

const statusOf = (code: number): 'reachable' | 'client_error' | 'server_error' => {
  if (code < 400) return 'reachable'
  return code < 500 ? 'client_error' : 'server_error'
}

export const checkUrlStatus = defineBuiltIn({
  name: 'check_url_status',
  category: 'information_retrieval',
  effect: 'read',
  capability: 'look-up',
  description:
    'Tells whether a URL answers: the HTTP status code, a word for it (reachable below 400, client_error below 500, else server_error) and the response time in milliseconds. It does not return the content; for that fetch the page or make an HTTP request.',
  input: (z) => ({
    url: field(z.string(), 'url', 'Address to check, for example "https://example.com".'),
  }),
  output: (z) => ({
    url: field(z.string(), 'url', 'Address as it was given.'),
    status: field(z.enum(['reachable', 'client_error', 'server_error']), 'status', 'The code in a word.'),
    status_code: field(z.int(), 'code', 'HTTP status code.'),
    response_time_ms: field(z.number(), 'duration', 'Response time in milliseconds.'),
  }),
  run({ url }, world) {
    const draw = world.draw('check_url', url)
    const code = draw.pick('code', draw.publishedRemainder(CODES.length), CODES)
    return {
      url,
      status: statusOf(code),
      status_code: code,
      response_time_ms: draw.figure('time', 20 + draw.publishedRemainder(480), {
        min: 20,
        max: 499,
        decimals: 3,
      }),
    }
  },
  drawArguments: (rng) => ({ url: drawUrl(rng) }),
})
