import { from, pick, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, quote } from '../../phrases.ts'
import { EVENT_TYPES } from '../../pools/titles.ts'
import { DOMAINS } from '../../pools/web.ts'

export const fanOutPickLog = definePattern({
  key: 'fan_out_pick_log',
  name: 'fan-out-pick-log',
  level: 'L2_parallel',
  tools: ['dns_lookup', 'log_event'],
  draw(rng) {
    const domains = rng.sample(DOMAINS, 3)
    const which = rng.pick(['max', 'min'] as const)
    const extreme = which === 'max' ? 'longest' : 'shortest'
    const event_type = rng.pick(EVENT_TYPES)
    const severity = rng.pick(['info', 'warning', 'error'])
    const places = domains.map((_, i) => i + 1)
    const winner = (at: string) =>
      pick(
        which,
        places.map((place) => from(place, '/ttl_seconds')),
        places.map((place) => from(place, at)),
      )
    const names = listed(domains.map(quote))
    return {
      steps: [
        ...domains.map((domain) => ({ tool: 'dns_lookup', arguments: { domain } })),
        {
          tool: 'log_event',
          arguments: {
            event_type,
            message: text(
              'Address ',
              winner('/ip_address'),
              ' may be kept for ',
              winner('/ttl_seconds'),
              ' seconds.',
            ),
            severity,
          },
        },
      ],
      prompts: [
        `Resolve the domains ${names}. For the one with the ${extreme} time to live, log an event of type ${quote(event_type)} and severity ${severity} whose message contains its IP address and that time in seconds, unrounded.`,
        `Which of ${names} has the ${extreme} time to live in the domain name system? Write its IP address and its time to live in seconds, with all decimals, into the message of a log entry (type ${quote(event_type)}, severity ${severity}).`,
        `Look up all of ${names} and pick the domain whose answer has the ${extreme} time to live. The event log then gets one entry: type ${quote(event_type)}, severity ${severity}, and a message with the IP address and the unrounded seconds of that domain.`,
      ],
    }
  },
})
