import { computePublishedId } from '../../../shared/python/digest.ts'
import { countCodePoints, cutHead } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const PREVIEW = 100

export const sendEmail = defineBuiltIn({
  // Sending the same message twice puts two messages into an inbox.
  effect: 'write',
  capability: 'message-person',
  input: (z) => ({ to: z.string(), subject: z.string(), body: z.string(), cc: z.string().optional() }),
  output: (z) => ({
    status: z.literal('sent'),
    message_id: z.string(),
    to: z.string(),
    subject: z.string(),
    body_preview: z.string(),
    cc: z.string().nullable(),
    timestamp: z.string(),
  }),
  run: ({ to, subject, body, cc }, world, call) => ({
    status: 'sent' as const,
    message_id: call.recordId(computePublishedId('msg', { to, subject })),
    to,
    subject,
    body_preview: cutHead(body, PREVIEW) + (countCodePoints(body) > PREVIEW ? '...' : ''),
    cc: cc ?? null,
    timestamp: world.clock.stamp,
  }),
})
