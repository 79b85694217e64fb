import { digest } from '../../../shared/python/digest.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const setReminder = defineBuiltIn({
  effect: 'write',
  capability: 'schedule',
  input: (z) => ({ message: z.string(), remind_at: z.string() }),
  output: (z) => ({
    reminder_id: z.string(),
    message: z.string(),
    remind_at: z.string(),
    confirmation: z.string(),
  }),
  run: ({ message, remind_at }, _world, call) => ({
    reminder_id: call.recordId(`rem_${digest('reminder', message, remind_at).slice(0, 12)}`),
    message,
    remind_at,
    confirmation: `At ${remind_at} you will be reminded of "${message}".`,
  }),
})
