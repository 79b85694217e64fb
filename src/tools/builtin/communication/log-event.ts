import { digest } from '../../../shared/python/digest.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const SEVERITIES = ['info', 'warning', 'error'] as const

export const logEvent = defineBuiltIn({
  effect: 'write',
  capability: 'record-log',
  input: (z) => ({ event_type: z.string(), message: z.string(), severity: z.enum(SEVERITIES) }),
  output: (z) => ({
    log_id: z.string(),
    event_type: z.string(),
    message: z.string(),
    severity: z.enum(SEVERITIES),
    timestamp: z.string(),
  }),
  run: ({ event_type, message, severity }, world, call) => ({
    log_id: call.recordId(`log_${digest('log', event_type, message).slice(0, 12)}`),
    event_type,
    message,
    severity,
    timestamp: world.clock.stamp,
  }),
})
