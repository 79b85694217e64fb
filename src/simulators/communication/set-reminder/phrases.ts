import { drawDateTime } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { TODOS } from '../../../generate/pools/titles.ts'

export const setReminder = definePhrases({
  tool: 'set_reminder',
  draw: (rng) => ({ message: rng.pick(TODOS), remind_at: drawDateTime(rng) }),
  asks: [
    'remind me at {remind_at} with {message} as the message',
    'set a reminder for {remind_at}, with {message} as its text',
    'let a reminder pop up at {remind_at} that shows {message}',
    'make sure that I am reminded at {remind_at}; use {message} as the message of the reminder',
    'put {message} into a reminder that goes off at {remind_at}',
  ],
  outputs: { '/reminder_id': 'id of the reminder', '/confirmation': 'confirmation of the reminder' },
  answers: [],
})
