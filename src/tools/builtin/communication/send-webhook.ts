import { field } from '../../../schema/semantic.ts'
import { digest } from '../../../shared/python/digest.ts'
import type { Rng } from '../../../shared/rng.ts'
import { CITIES, DOMAINS, EVENT_TYPES, METRICS } from '../../content/pools/lists.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

const CODES = [200, 200, 200, 200, 201, 202, 400, 500]

const drawPayload = (rng: Rng): string =>
  JSON.stringify({
    event: rng.pick(EVENT_TYPES),
    site: rng.pick(CITIES),
    [rng.pick(METRICS)]: rng.int(2, 4000),
  })

export const sendWebhook = defineBuiltIn({
  name: 'send_webhook',
  category: 'communication',
  // A receiver that answers with an error may have acted on the payload all the same.
  effect: 'write',
  capability: 'post-to-web',
  description:
    'Delivers a payload to the URL of a webhook by POST and returns the delivery id and how the receiver answered. Status is "delivered" for an answer below 300, otherwise "failed", which is not an error of the tool. For a request without a payload use http_request, to reach a person a message or mail.',
  input: (z) => ({
    url: field(z.string(), 'url', 'Address of the webhook, for example "https://hooks.example.com/deploy".'),
    payload: field(z.string(), 'json', 'Text to deliver, usually JSON such as {"event": "deploy"}.'),
  }),
  output: (z) => ({
    status: field(z.enum(['delivered', 'failed']), 'status', 'Whether the receiver took the payload.'),
    response_code: field(z.int(), 'code', 'HTTP status code of the answer.'),
    webhook_url: field(z.string(), 'url', 'Address that the payload went to.'),
    delivery_id: field(z.string(), 'id', 'Id of the delivery, "whk_" and 12 hex digits.'),
  }),
  run({ url, payload }, world, call) {
    const draw = world.draw('webhook', url, payload)
    const code = draw.pick('code', draw.publishedRemainder(CODES.length), CODES)
    return {
      status: code < 300 ? ('delivered' as const) : ('failed' as const),
      response_code: code,
      webhook_url: url,
      delivery_id: call.recordId(`whk_${digest('webhook_id', url, payload).slice(0, 12)}`),
    }
  },
  drawArguments: (rng) => ({
    url: `https://hooks.${rng.pick(DOMAINS)}/${rng.pick(tables.webhook_paths)}`,
    payload: drawPayload(rng),
  }),
})
