import { computePublishedId } from '../../../shared/python/digest.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

// The published schema leaves "medium" out, published calls use it.
const PRIORITIES = ['low', 'normal', 'medium', 'high', 'urgent'] as const

export const createNotification = defineBuiltIn({
  effect: 'write',
  capability: 'notify',
  input: (z) => ({ title: z.string(), message: z.string(), priority: z.enum(PRIORITIES).default('normal') }),
  output: (z) => ({
    status: z.literal('created'),
    notification_id: z.string(),
    title: z.string(),
    priority: z.enum(PRIORITIES),
    timestamp: z.string(),
  }),
  run: ({ title, priority }, world, call) => ({
    status: 'created' as const,
    notification_id: call.recordId(computePublishedId('notif', { title })),
    title,
    priority,
    timestamp: world.clock.stamp,
  }),
})
