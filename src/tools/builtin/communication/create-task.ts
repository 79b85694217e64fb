import { field } from '../../../schema/semantic.ts'
import { publishedId } from '../../../shared/python/digest.ts'
import { drawDate } from '../../content/draws.ts'
import { TODOS } from '../../content/pools/lists.ts'
import { drawMessage } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const PRIORITIES = ['low', 'medium', 'high'] as const

export const createTask = defineBuiltIn({
  name: 'create_task',
  category: 'communication',
  effect: 'write',
  capability: 'track-work',
  description:
    'Adds a task to the task list, with an optional description and due date, and returns its id. Nobody is told about it and no time is blocked: use a notification, a reminder or a calendar event for that.',
  input: (z) => ({
    title: field(z.string(), 'title', 'What is to be done, in a few words.'),
    description: field(z.string(), 'text', 'Details of the task.').optional(),
    due_date: field(z.string(), 'date', 'Day by which it is due, for example "2026-04-30".').optional(),
    priority: field(z.enum(PRIORITIES).default('medium'), 'enum', 'How important the task is.'),
  }),
  output: (z) => ({
    status: field(z.literal('created'), 'status', 'Always "created".'),
    task_id: field(z.string(), 'id', 'Id of the task, "task_" and 12 hex digits.'),
    title: field(z.string(), 'title', 'What is to be done.'),
    description: field(z.string(), 'text', 'Details of the task, empty where none were given.'),
    due_date: field(z.string().nullable(), 'date', 'Day by which it is due, as it was given, or null.'),
    priority: field(z.enum(PRIORITIES), 'enum', 'How important the task is.'),
    created_at: field(z.string(), 'datetime', 'When it was created, YYYY-MM-DDTHH:MM:SS, UTC.'),
  }),
  run: ({ title, description, due_date, priority }, world, call) => ({
    status: 'created' as const,
    task_id: call.recordId(publishedId('task', { title })),
    title,
    description: description ?? '',
    due_date: due_date ?? null,
    priority,
    created_at: world.clock.stamp,
  }),
  drawArguments: (rng) => ({
    title: rng.pick(TODOS),
    ...(rng.int(0, 1) === 0 ? {} : { description: drawMessage(rng) }),
    ...(rng.int(0, 3) === 0 ? {} : { due_date: drawDate(rng, 2030, 2034) }),
    ...(rng.int(0, 2) === 0 ? {} : { priority: rng.pick(['low', 'high']) }),
  }),
})
