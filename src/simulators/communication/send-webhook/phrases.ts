import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { METRICS } from '../../../generate/pools/files.ts'
import { CITIES } from '../../../generate/pools/places.ts'
import { EVENT_TYPES } from '../../../generate/pools/titles.ts'
import { DOMAINS } from '../../../generate/pools/web.ts'
import type { Rng } from '../../../shared/rng.ts'

const PATHS = [
  'incoming',
  'events',
  'notify',
  'sync',
  'ops/alerts',
  'v2/ingest',
  'partners',
  'queue',
] as const

const drawPayload = (rng: Rng): string =>
  JSON.stringify({
    event: rng.pick(EVENT_TYPES),
    site: rng.pick(CITIES),
    [rng.pick(METRICS)]: rng.int(2, 4000),
  })

export const sendWebhook = definePhrases({
  tool: 'send_webhook',
  draw: (rng) => ({
    url: `https://hooks.${rng.pick(DOMAINS)}/${rng.pick(PATHS)}`,
    payload: drawPayload(rng),
  }),
  asks: [
    'deliver {payload} as the payload to the webhook at {url}',
    'call the webhook {url} with {payload} as its payload, character for character',
    'hand {payload} over, unchanged, to the webhook behind {url}',
    'trigger the webhook at {url}; the payload is {payload}',
    'push {payload} to {url} as the payload of a webhook',
  ],
  outputs: {
    '/delivery_id': 'id of the webhook delivery',
    '/response_code': 'status code that the webhook answered with',
  },
  answers: [],
})
