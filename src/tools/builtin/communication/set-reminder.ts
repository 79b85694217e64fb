import { field } from '../../../schema/semantic.ts'
import { digest } from '../../../shared/python/digest.ts'
import { drawDateTime } from '../../content/draws.ts'
import { TODOS } from '../../content/pools/lists.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const setReminder = defineBuiltIn({
  name: 'set_reminder',
  category: 'communication',
  effect: 'write',
  capability: 'schedule',
  description:
    'Sets a reminder that shows a message at a given time and returns its id. It blocks no time and involves nobody else: use a calendar event or a meeting for that.',
  input: (z) => ({
    message: field(z.string(), 'text', 'What to be reminded of.'),
    remind_at: field(z.string(), 'datetime', 'When to show it, for example "2026-04-15 10:00".'),
  }),
  output: (z) => ({
    reminder_id: field(z.string(), 'id', 'Id of the reminder, "rem_" and 12 hex digits.'),
    message: field(z.string(), 'text', 'What to be reminded of.'),
    remind_at: field(z.string(), 'datetime', 'When it will be shown, as it was given.'),
    confirmation: field(z.string(), 'text', 'Sentence that confirms the reminder.'),
  }),
  run: ({ message, remind_at }, _world, call) => ({
    reminder_id: call.recordId(`rem_${digest('reminder', message, remind_at).slice(0, 12)}`),
    message,
    remind_at,
    confirmation: `At ${remind_at} you will be reminded of "${message}".`,
  }),
  drawArguments: (rng) => ({
    message: rng.pick(TODOS),
    remind_at: drawDateTime(rng),
  }),
})
