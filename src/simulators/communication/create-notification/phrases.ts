import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import { SUBJECTS } from '../../../generate/pools/titles.ts'

export const createNotification = definePhrases({
  tool: 'create_notification',
  draw: (rng) => ({
    title: rng.pick(SUBJECTS),
    message: drawMessage(rng),
    ...(rng.int(0, 2) === 0 ? {} : { priority: rng.pick(['low', 'medium', 'high', 'urgent']) }),
  }),
  asks: [
    'show a notification on the dashboard with {title} as its title and {message} as its message[, with {priority} priority]',
    'post {message} on the dashboard as the message of a notification titled {title}[, with {priority} as the priority]',
    'put a notification[ of {priority} priority] onto the dashboard, with {title} as the headline and {message} as the text',
    'notify everyone through the dashboard (headline: {title}; message: {message}[; priority: {priority}])',
    'let the dashboard show {message} as the message and {title} as the headline of a notification[ with the priority {priority}]',
  ],
  outputs: { '/notification_id': 'id of the notification', '/timestamp': 'time of the notification' },
  answers: [],
})
