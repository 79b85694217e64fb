import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { EVENT_TYPES } from '../../pools/titles.ts'
import { DOMAINS, URLS } from '../../pools/web.ts'

export const probeLog = definePattern({
  key: 'probe_log',
  name: 'probe-log',
  level: 'L1_chain',
  tools: ['check_url_status', 'dns_lookup', 'log_event'],
  draw(rng) {
    const event_type = rng.pick(EVENT_TYPES)
    const severity = rng.pick(['info', 'warning', 'error'])
    const domain = rng.pick(DOMAINS)
    const url = rng.pick(URLS)
    const source = rng.pick([
      {
        tool: 'dns_lookup',
        arguments: { domain },
        at: '/ip_address',
        task: `Resolve the domain ${quote(domain)}`,
        value: 'the IP address that it resolves to',
      },
      {
        tool: 'check_url_status',
        arguments: { url },
        at: '/response_time_ms',
        task: `Check how fast ${quote(url)} answers`,
        value: 'its response time in milliseconds, unrounded',
      },
    ])
    return {
      steps: [
        { tool: source.tool, arguments: source.arguments },
        {
          tool: 'log_event',
          arguments: { event_type, message: text('Found ', from(1, source.at), '.'), severity },
        },
      ],
      prompts: [
        `${source.task} and write the result into the event log: type ${quote(event_type)}, severity ${severity}, and a message that contains ${source.value}.`,
        `${source.task}. Then add a log entry of type ${quote(event_type)} with severity ${severity}. Its message must state ${source.value}.`,
        `I need an entry of severity ${severity} and type ${quote(event_type)} in the event log. ${source.task} first, because the message has to give ${source.value}.`,
      ],
    }
  },
})
