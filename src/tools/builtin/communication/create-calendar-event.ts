import { semanticSet } from '../../../schema/semantic.ts'
import { digest } from '../../../shared/python/digest.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const createCalendarEvent = defineBuiltIn({
  effect: 'write',
  capability: 'schedule',
  input: (z) => ({
    title: z.string(),
    date: z.string(),
    duration_minutes: z.int(),
    attendees: semanticSet(z.array(z.string())).optional(),
  }),
  output: (z) => ({
    event_id: z.string(),
    title: z.string(),
    date: z.string(),
    duration_minutes: z.int(),
    attendees: z.array(z.string()),
    confirmation: z.string(),
  }),
  run: ({ title, date, duration_minutes, attendees }, _world, call) => ({
    event_id: call.recordId(`evt_${digest('cal_event', title, date).slice(0, 12)}`),
    title,
    date,
    duration_minutes,
    attendees: attendees ?? [],
    confirmation: `"${title}" is now in your calendar on ${date}.`,
  }),
})
