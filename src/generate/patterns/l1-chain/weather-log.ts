import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { named, quote } from '../../phrases.ts'
import { WORLD_CITIES } from '../../pools/chain-cities.ts'
import { EVENT_TYPES } from '../../pools/titles.ts'
import { WEATHER } from '../figures.ts'

export const weatherLog = definePattern({
  key: 'weather_log',
  name: 'retrieve-log',
  level: 'L1_chain',
  published: {
    mended:
      'The published one expects one wording of the message and a type that no prompt states. Here the type is given, and the message has to carry the readings in any words.',
  },
  tools: ['get_weather', 'log_event'],
  draw(rng) {
    const city = rng.pick(WORLD_CITIES)
    const event_type = rng.pick(EVENT_TYPES)
    const severity = rng.pick(['info', 'warning', 'error'])
    const [first, second] = rng.sample(WEATHER, 2) as [(typeof WEATHER)[0], (typeof WEATHER)[0]]
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        {
          tool: 'log_event',
          arguments: {
            event_type,
            message: text(
              `${city}: ${first.name} `,
              from(1, first.at),
              `, ${second.name} `,
              from(1, second.at),
            ),
            severity,
          },
        },
      ],
      prompts: [
        `Look up the weather in ${named(city)} and add an entry to the event log: type ${quote(event_type)}, severity ${severity}, and a message that gives the ${first.name} and the ${second.name}, both unrounded.`,
        `The event log needs to show what the weather is like in ${named(city)}. Find out, then log an event of type ${quote(event_type)} with severity ${severity}; its message must contain the ${first.name} and the ${second.name} with all their decimals.`,
        `Log the present ${first.name} of ${named(city)} together with the ${second.name}. Both figures go, as reported and not rounded, into the message of one entry with the type ${quote(event_type)} and the severity ${severity}.`,
      ],
    }
  },
})
