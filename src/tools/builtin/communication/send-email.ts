import { field } from '../../../schema/semantic.ts'
import { publishedId } from '../../../shared/python/digest.ts'
import { head, length } from '../../../shared/python/text.ts'
import { PEOPLE, SUBJECTS } from '../../content/pools/lists.ts'
import { drawPerson } from '../../content/pools/people.ts'
import { drawMessage } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const PREVIEW = 100

export const sendEmail = defineBuiltIn({
  name: 'send_email',
  category: 'communication',
  // Sending the same message twice puts two messages into an inbox.
  effect: 'write',
  capability: 'message-person',
  description:
    'Sends an e-mail to one address, with an optional copy to a second one, and returns the message id and a preview of the body. For a chat message to a person use a messaging tool, for an alert on a dashboard a notification.',
  input: (z) => ({
    to: field(z.string(), 'email', 'Address of the recipient, for example "ana@example.com".'),
    subject: field(z.string(), 'title', 'Subject line.'),
    body: field(z.string(), 'text', 'Text of the message.'),
    cc: field(z.string(), 'email', 'Address that gets a copy.').optional(),
  }),
  output: (z) => ({
    status: field(z.literal('sent'), 'status', 'Always "sent".'),
    message_id: field(z.string(), 'id', 'Id of the message, "msg_" and 12 hex digits.'),
    to: field(z.string(), 'email', 'Address of the recipient.'),
    subject: field(z.string(), 'title', 'Subject line.'),
    body_preview: field(z.string(), 'text', 'First 100 characters of the body, "..." where it was longer.'),
    cc: field(z.string().nullable(), 'email', 'Address that got a copy, or null.'),
    timestamp: field(z.string(), 'datetime', 'When it was sent, YYYY-MM-DDTHH:MM:SS, UTC.'),
  }),
  run: ({ to, subject, body, cc }, world, call) => ({
    status: 'sent' as const,
    message_id: call.recordId(publishedId('msg', { to, subject })),
    to,
    subject,
    body_preview: head(body, PREVIEW) + (length(body) > PREVIEW ? '...' : ''),
    cc: cc ?? null,
    timestamp: world.clock.stamp,
  }),
  drawArguments: (rng) => ({
    to: drawPerson(rng).email,
    subject: rng.pick(SUBJECTS),
    body: drawMessage(rng),
    ...(rng.int(0, 1) === 0 ? {} : { cc: rng.pick(PEOPLE).email }),
  }),
})
