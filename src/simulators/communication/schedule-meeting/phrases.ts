import { drawDateTime } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { MEETINGS, ROOMS } from '../../../generate/pools/gatherings.ts'
import { drawInvitees } from '../../../generate/pools/person-names.ts'

const MINUTES = [15, 20, 25, 40, 45, 50, 60, 75, 90, 105, 120, 150, 180] as const

export const scheduleMeeting = definePhrases({
  tool: 'schedule_meeting',
  draw: (rng) => ({
    title: rng.pick(MEETINGS),
    datetime_str: `${drawDateTime(rng).replace(' ', 'T')}:00`,
    participants: drawInvitees(rng, rng.int(2, 4)),
    ...(rng.int(0, 2) === 0 ? {} : { duration_minutes: rng.pick(MINUTES) }),
    ...(rng.int(0, 2) === 0 ? {} : { location: rng.pick(ROOMS) }),
  }),
  asks: [
    'set up a meeting titled {title} at {datetime_str} and invite {participants}[; it lasts {duration_minutes} minutes][; the place is {location}]',
    'bring {participants} together for a meeting named {title} that starts at {datetime_str}[ and takes {duration_minutes} minutes][, with {location} as its location]',
    'arrange a meeting (title: {title}; start: {datetime_str}[; length: {duration_minutes} minutes][; location: {location}]; participants: {participants})',
    'invite {participants} to a[ {duration_minutes}-minute] meeting at {datetime_str}, with {title} as its title[ and {location} as its location]',
    'get a meeting with the participants {participants} onto the schedule for {datetime_str}, titled {title}[, located in {location}][, {duration_minutes} minutes long]',
  ],
  outputs: { '/meeting_id': 'id of the meeting', '/created_at': 'time when the meeting was set up' },
  answers: [],
})
