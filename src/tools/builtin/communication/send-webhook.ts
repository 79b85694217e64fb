import { digest } from '../../../shared/python/digest.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const CODES = [200, 200, 200, 200, 201, 202, 400, 500]

export const sendWebhook = defineBuiltIn({
  // A receiver that answers with an error may have acted on the payload all the same.
  effect: 'write',
  capability: 'post-to-web',
  input: (z) => ({ url: z.string(), payload: z.string() }),
  output: (z) => ({
    status: z.enum(['delivered', 'failed']),
    response_code: z.int(),
    webhook_url: z.string(),
    delivery_id: z.string(),
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
})
