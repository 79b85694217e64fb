import { semanticSet } from '../../../schema/semantic.ts'
import { computePublishedId } from '../../../shared/python/digest.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const scheduleMeeting = defineBuiltIn({
  effect: 'write',
  capability: 'schedule',
  input: (z) => ({
    title: z.string(),
    datetime_str: z.string(),
    duration_minutes: z.int().default(30),
    participants: semanticSet(z.array(z.string())),
    location: z.string().optional(),
  }),
  output: (z) => ({
    status: z.literal('scheduled'),
    meeting_id: z.string(),
    title: z.string(),
    datetime: z.string(),
    duration_minutes: z.int(),
    participants: z.array(z.string()),
    location: z.string(),
    created_at: z.string(),
  }),
  run: ({ title, datetime_str, duration_minutes, participants, location }, world, call) => ({
    status: 'scheduled' as const,
    meeting_id: call.recordId(computePublishedId('mtg', { dt: datetime_str, title })),
    title,
    datetime: datetime_str,
    duration_minutes,
    participants,
    location: location ?? 'Online, link follows by mail',
    created_at: world.clock.stamp,
  }),
})
