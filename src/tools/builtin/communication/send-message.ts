import { computePublishedId } from '../../../shared/python/digest.ts'
import { cutHead } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const PREVIEW = 80

export const sendMessage = defineBuiltIn({
  effect: 'write',
  capability: 'message-person',
  input: (z) => ({ recipient: z.string(), message: z.string() }),
  output: (z) => ({
    status: z.literal('delivered'),
    message_id: z.string(),
    recipient: z.string(),
    message_preview: z.string(),
    timestamp: z.string(),
  }),
  run: ({ recipient, message }, world, call) => ({
    status: 'delivered' as const,
    message_id: call.recordId(computePublishedId('chat', { message, recipient })),
    recipient,
    message_preview: cutHead(message, PREVIEW),
    timestamp: world.clock.stamp,
  }),
})
