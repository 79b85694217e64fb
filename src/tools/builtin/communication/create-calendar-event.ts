import { field } from '../../../schema/semantic.ts'
import { digest } from '../../../shared/python/digest.ts'
import { drawDateTime } from '../../content/draws.ts'
import { EVENTS } from '../../content/pools/lists.ts'
import { drawInvitees } from '../../content/pools/people.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const createCalendarEvent = defineBuiltIn({
  name: 'create_calendar_event',
  category: 'communication',
  effect: 'write',
  capability: 'schedule',
  description:
    'Enters an event of so many minutes into the own calendar and returns its id. Attendees are noted with the event and not invited: use a meeting to get several people together, and a reminder where only an alert is wanted.',
  input: (z) => ({
    title: field(z.string(), 'title', 'Name of the event, for example "Budget review".'),
    date: field(z.string(), 'datetime', 'When it starts, YYYY-MM-DD or YYYY-MM-DD HH:MM.'),
    duration_minutes: field(z.int(), 'duration', 'Length in whole minutes, for example 45.'),
    attendees: field(z.array(z.string()), 'texts', 'Names or e-mail addresses of who takes part.').optional(),
  }),
  output: (z) => ({
    event_id: field(z.string(), 'id', 'Id of the event, "evt_" and 12 hex digits.'),
    title: field(z.string(), 'title', 'Name of the event.'),
    date: field(z.string(), 'datetime', 'When it starts, as it was given.'),
    duration_minutes: field(z.int(), 'duration', 'Length in minutes.'),
    attendees: field(z.array(z.string()), 'texts', 'Who takes part; empty where nobody was named.'),
    confirmation: field(z.string(), 'text', 'Sentence that confirms the entry.'),
  }),
  run: ({ title, date, duration_minutes, attendees }, _world, call) => ({
    event_id: call.recordId(`evt_${digest('cal_event', title, date).slice(0, 12)}`),
    title,
    date,
    duration_minutes,
    attendees: attendees ?? [],
    confirmation: `"${title}" is now in your calendar on ${date}.`,
  }),
  drawArguments: (rng) => ({
    title: rng.pick(EVENTS),
    date: drawDateTime(rng),
    duration_minutes: rng.int(3, 48) * 5,
    ...(rng.int(0, 1) === 0 ? {} : { attendees: drawInvitees(rng, rng.int(1, 3)) }),
  }),
})
