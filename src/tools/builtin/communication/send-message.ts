import { field } from '../../../schema/semantic.ts'
import { publishedId } from '../../../shared/python/digest.ts'
import { head } from '../../../shared/python/text.ts'
import { CHANNELS } from '../../content/pools/lists.ts'
import { drawPerson } from '../../content/pools/people.ts'
import { drawMessage } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const PREVIEW = 80

export const sendMessage = defineBuiltIn({
  name: 'send_message',
  category: 'communication',
  effect: 'write',
  capability: 'message-person',
  description:
    'Sends a chat message to a person or a channel and returns the message id and the beginning of the text. For mail with a subject line use send_email, for an alert on a dashboard create_notification.',
  input: (z) => ({
    recipient: field(z.string(), 'person', 'Name of the person or channel, for example "ana" or "#general".'),
    message: field(z.string(), 'text', 'Text of the message.'),
  }),
  output: (z) => ({
    status: field(z.literal('delivered'), 'status', 'Always "delivered".'),
    message_id: field(z.string(), 'id', 'Id of the message, "chat_" and 12 hex digits.'),
    recipient: field(z.string(), 'person', 'Who got the message.'),
    message_preview: field(z.string(), 'text', 'First 80 characters of the message.'),
    timestamp: field(z.string(), 'datetime', 'When it was sent, YYYY-MM-DDTHH:MM:SS, UTC.'),
  }),
  run: ({ recipient, message }, world, call) => ({
    status: 'delivered' as const,
    message_id: call.recordId(publishedId('chat', { message, recipient })),
    recipient,
    message_preview: head(message, PREVIEW),
    timestamp: world.clock.stamp,
  }),
  drawArguments: (rng) => ({
    recipient: rng.pick([drawPerson(rng).name, rng.pick(CHANNELS)]),
    message: drawMessage(rng),
  }),
})
