import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import { EVENT_TYPES } from '../../../generate/pools/titles.ts'

export const logEvent = definePhrases({
  tool: 'log_event',
  draw: (rng) => ({
    event_type: rng.pick(EVENT_TYPES),
    message: drawMessage(rng),
    severity: rng.pick(['info', 'warning', 'error']),
  }),
  asks: [
    'write an entry of type {event_type} and severity {severity} into the event log, with {message} as the message',
    'record {message} in the event log as the message of an event of type {event_type} with severity {severity}',
    'add a line to the event log (type: {event_type}; severity: {severity}; message: {message})',
    'log an event with {event_type} as its type, {message} as its message and {severity} as its severity',
    'make an entry in the event log whose message is {message}, whose type is {event_type} and whose severity is {severity}',
  ],
  outputs: { '/log_id': 'id of the log entry', '/timestamp': 'time of the log entry' },
  answers: [],
})
