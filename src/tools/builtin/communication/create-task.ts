import { computePublishedId } from '../../../shared/python/digest.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const PRIORITIES = ['low', 'medium', 'high'] as const

export const createTask = defineBuiltIn({
  effect: 'write',
  capability: 'track-work',
  input: (z) => ({
    title: z.string(),
    description: z.string().optional(),
    due_date: z.string().optional(),
    priority: z.enum(PRIORITIES).default('medium'),
  }),
  output: (z) => ({
    status: z.literal('created'),
    task_id: z.string(),
    title: z.string(),
    description: z.string(),
    due_date: z.string().nullable(),
    priority: z.enum(PRIORITIES),
    created_at: z.string(),
  }),
  run: ({ title, description, due_date, priority }, world, call) => ({
    status: 'created' as const,
    task_id: call.recordId(computePublishedId('task', { title })),
    title,
    description: description ?? '',
    due_date: due_date ?? null,
    priority,
    created_at: world.clock.stamp,
  }),
})
