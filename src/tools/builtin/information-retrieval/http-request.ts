import { field } from '../../../schema/semantic.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { fill } from '../../content/fill.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
const CODES = [200, 200, 200, 200, 301, 302, 403, 404, 500]

// Published content lengths are 50, 64, 57, 60 and 55: the texts have them for counts of four digits.
const BODIES: readonly JsonObject[] = tables.response_bodies

export const httpRequest = defineBuiltIn({
  // A retry after a 500 is right, so a repeat counts as changing nothing more.
  effect: 'idempotent-write',
  capability: 'post-to-web',
  input: (z) => ({ url: z.string(), method: z.enum(METHODS) }),
  output: (z) => ({
    status_code: z.int(),
    body: z.string(),
    headers: z.strictObject({
      'content-type': field(z.literal('application/json'), 'label', 'Always "application/json".'),
      'x-request-id': field(z.string(), 'id', 'Id of the request, 12 hex digits.'),
      server: field(z.string(), 'label', 'Name and version of the server.'),
      'content-length': field(z.string(), 'size', 'Length of the body in bytes, as text.'),
    }),
  }),
  commits: ({ method }) => method !== 'GET',
  run({ url, method }, world) {
    const draw = world.draw('http_request', url, method)
    const template = draw.pick('body', draw.publishedRemainder(BODIES.length), BODIES)
    const count = draw.numberFrom('count', 9000, { min: 1000, max: 99_999, decimals: 0 })
    const body = JSON.stringify(fill(template, { reference: draw.token('reference'), count }))
    return {
      status_code: draw.pick('code', draw.publishedRemainder(CODES.length), CODES),
      body,
      headers: {
        'content-type': 'application/json' as const,
        'x-request-id': world.draw('http_req_id', url, method).hex('request'),
        server: 'nginx/1.25.3',
        'content-length': String(body.length),
      },
    }
  },
})
