import { field } from '../../../schema/semantic.ts'
import { publishedId } from '../../../shared/python/digest.ts'
import { drawDateTime } from '../../content/draws.ts'
import { MEETINGS, ROOMS } from '../../content/pools/lists.ts'
import { drawInvitees } from '../../content/pools/people.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const MINUTES = [15, 20, 25, 40, 45, 50, 60, 75, 90, 105, 120, 150, 180] as const

export const scheduleMeeting = defineBuiltIn({
  name: 'schedule_meeting',
  category: 'communication',
  effect: 'write',
  capability: 'schedule',
  description:
    'Sets up a meeting of several people at a time and place, invites them and returns the meeting id. It does not look for a time that suits everybody. For an entry in the own calendar only use create_calendar_event, for an alert set_reminder.',
  input: (z) => ({
    title: field(z.string(), 'title', 'What the meeting is about, for example "Sprint planning".'),
    datetime_str: field(z.string(), 'datetime', 'When it starts, for example "2026-03-20T14:00:00".'),
    duration_minutes: field(z.int().default(30), 'duration', 'Length in whole minutes.'),
    participants: field(z.array(z.string()), 'texts', 'Names or e-mail addresses of those to invite.'),
    location: field(z.string(), 'label', 'Room or address; an online meeting where left out.').optional(),
  }),
  output: (z) => ({
    status: field(z.literal('scheduled'), 'status', 'Always "scheduled".'),
    meeting_id: field(z.string(), 'id', 'Id of the meeting, "mtg_" and 12 hex digits.'),
    title: field(z.string(), 'title', 'What the meeting is about.'),
    datetime: field(z.string(), 'datetime', 'When it starts, as it was given.'),
    duration_minutes: field(z.int(), 'duration', 'Length in minutes.'),
    participants: field(z.array(z.string()), 'texts', 'Who is invited.'),
    location: field(z.string(), 'label', 'Where it takes place.'),
    created_at: field(z.string(), 'datetime', 'When it was set up, YYYY-MM-DDTHH:MM:SS, UTC.'),
  }),
  run: ({ title, datetime_str, duration_minutes, participants, location }, world, call) => ({
    status: 'scheduled' as const,
    meeting_id: call.recordId(publishedId('mtg', { dt: datetime_str, title })),
    title,
    datetime: datetime_str,
    duration_minutes,
    participants,
    location: location ?? 'Online, link follows by mail',
    created_at: world.clock.stamp,
  }),
  drawArguments: (rng) => ({
    title: rng.pick(MEETINGS),
    datetime_str: `${drawDateTime(rng).replace(' ', 'T')}:00`,
    participants: drawInvitees(rng, rng.int(2, 4)),
    ...(rng.int(0, 2) === 0 ? {} : { duration_minutes: rng.pick(MINUTES) }),
    ...(rng.int(0, 2) === 0 ? {} : { location: rng.pick(ROOMS) }),
  }),
})
