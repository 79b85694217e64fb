import { field } from '../../../schema/semantic.ts'
import { publishedId } from '../../../shared/python/digest.ts'
import { SUBJECTS } from '../../content/pools/lists.ts'
import { drawMessage } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

// The published schema leaves "medium" out, published calls use it.
const PRIORITIES = ['low', 'normal', 'medium', 'high', 'urgent'] as const

export const createNotification = defineBuiltIn({
  name: 'create_notification',
  category: 'communication',
  effect: 'write',
  capability: 'notify',
  description:
    'Puts a notification with title, message and priority onto the dashboard and returns its id; the message is not echoed. It reaches no particular person: use e-mail or chat for that, and a reminder for something that is to pop up later.',
  input: (z) => ({
    title: field(z.string(), 'title', 'Headline, for example "Disk almost full".'),
    message: field(z.string(), 'text', 'Text of the notification.'),
    priority: field(z.enum(PRIORITIES).default('normal'), 'enum', 'How urgent it is.'),
  }),
  output: (z) => ({
    status: field(z.literal('created'), 'status', 'Always "created".'),
    notification_id: field(z.string(), 'id', 'Id of the notification, "notif_" and 12 hex digits.'),
    title: field(z.string(), 'title', 'Headline.'),
    priority: field(z.enum(PRIORITIES), 'enum', 'How urgent it is.'),
    timestamp: field(z.string(), 'datetime', 'When it was created, YYYY-MM-DDTHH:MM:SS, UTC.'),
  }),
  run: ({ title, priority }, world, call) => ({
    status: 'created' as const,
    notification_id: call.recordId(publishedId('notif', { title })),
    title,
    priority,
    timestamp: world.clock.stamp,
  }),
  drawArguments: (rng) => ({
    title: rng.pick(SUBJECTS),
    message: drawMessage(rng),
    ...(rng.int(0, 2) === 0 ? {} : { priority: rng.pick(['low', 'medium', 'high', 'urgent']) }),
  }),
})
