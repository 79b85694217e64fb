import { field } from '../../../schema/semantic.ts'
import { digest } from '../../../shared/python/digest.ts'
import { EVENT_TYPES } from '../../content/pools/lists.ts'
import { drawMessage } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const SEVERITIES = ['info', 'warning', 'error'] as const

export const logEvent = defineBuiltIn({
  name: 'log_event',
  category: 'communication',
  effect: 'write',
  capability: 'record-log',
  description:
    'Appends an entry with type, message and severity to the event log and returns its id. Nobody is alerted: use a notification for that, and a memory for facts that are to be read back.',
  input: (z) => ({
    event_type: field(z.string(), 'label', 'Kind of event, for example "user_login".'),
    message: field(z.string(), 'text', 'What happened.'),
    severity: field(z.enum(SEVERITIES), 'enum', 'How serious it is.'),
  }),
  output: (z) => ({
    log_id: field(z.string(), 'id', 'Id of the entry, "log_" and 12 hex digits.'),
    event_type: field(z.string(), 'label', 'Kind of event.'),
    message: field(z.string(), 'text', 'What happened.'),
    severity: field(z.enum(SEVERITIES), 'enum', 'How serious it is.'),
    timestamp: field(z.string(), 'datetime', 'When it was logged, YYYY-MM-DDTHH:MM:SS, UTC.'),
  }),
  run: ({ event_type, message, severity }, world, call) => ({
    log_id: call.recordId(`log_${digest('log', event_type, message).slice(0, 12)}`),
    event_type,
    message,
    severity,
    timestamp: world.clock.stamp,
  }),
  drawArguments: (rng) => ({
    event_type: rng.pick(EVENT_TYPES),
    message: drawMessage(rng),
    severity: rng.pick(['info', 'warning', 'error']),
  }),
})
