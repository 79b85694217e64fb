import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { EVENT_TYPES } from '../../pools/titles.ts'

export const recallProbe = definePattern({
  key: 'recall_probe',
  name: 'recall-probe',
  level: 'L1_chain',
  tools: ['retrieve_memory', 'check_url_status', 'log_event'],
  draw(rng) {
    const event_type = `${rng.pick(EVENT_TYPES)}_${rng.int(100, 999)}`
    const severity = rng.pick(['info', 'warning', 'error'])
    return {
      steps: [
        { tool: 'retrieve_memory', arguments: { key: 'api_config' } },
        { tool: 'check_url_status', arguments: { url: from(1, '/value/endpoint') } },
        {
          tool: 'log_event',
          arguments: {
            event_type,
            message: text('It took ', from(2, '/response_time_ms'), ' ms.'),
            severity,
          },
        },
      ],
      prompts: [
        `The memory with the key "api_config" names an endpoint. Check that address, and log its response time in milliseconds, unrounded, in the message of an event of type ${quote(event_type)} with severity ${severity}.`,
        `How fast is the endpoint that we keep under the key "api_config"? Recall it, check the address, and write an entry into the event log: type ${quote(event_type)}, severity ${severity}, message with the response time in milliseconds and all its decimals.`,
        `Fetch "api_config" from memory and test the endpoint in it. Then record the response time in milliseconds, unrounded, as part of the message of a log entry; its type is ${quote(event_type)} and its severity ${severity}.`,
      ],
    }
  },
})
