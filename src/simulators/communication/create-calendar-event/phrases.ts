import { drawDateTime } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawInvitees } from '../../../generate/pools/person-names.ts'
import { EVENTS } from '../../../generate/pools/titles.ts'

export const createCalendarEvent = definePhrases({
  tool: 'create_calendar_event',
  draw: (rng) => ({
    title: rng.pick(EVENTS),
    date: drawDateTime(rng),
    duration_minutes: rng.int(3, 48) * 5,
    ...(rng.int(0, 1) === 0 ? {} : { attendees: drawInvitees(rng, rng.int(1, 3)) }),
  }),
  asks: [
    'enter {title} into my calendar, starting at {date} and lasting {duration_minutes} minutes[, with {attendees} as attendees]',
    'block {duration_minutes} minutes in my calendar from {date} on, with {title} as the title[, and note as attendees {attendees}]',
    'add an entry to my calendar that begins at {date}, takes {duration_minutes} minutes and is titled {title}[, with these attendees: {attendees}]',
    'put an event into my own calendar (title: {title}; start: {date}; length: {duration_minutes} minutes[; attendees: {attendees}])',
    'make a calendar entry named {title}[ with {attendees} as attendees] for {date}, {duration_minutes} minutes long',
  ],
  outputs: { '/event_id': 'id of the calendar event', '/confirmation': 'confirmation of the calendar event' },
  answers: [],
})
