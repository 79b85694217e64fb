import { from, text } from '../../bind.ts'
import { drawDateTime } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { named, quote } from '../../phrases.ts'
import { WORLD_CITIES } from '../../pools/chain-cities.ts'
import { EVENTS } from '../../pools/titles.ts'
import { WEATHER } from '../figures.ts'

export const weatherCalendar = definePattern({
  key: 'weather_calendar',
  name: 'retrieve-schedule',
  level: 'L1_chain',
  published: {
    mended:
      'The published one states neither the date nor the duration of the event. Here both are given, and the title has to carry the readings in any words.',
  },
  tools: ['get_weather', 'create_calendar_event'],
  draw(rng) {
    const city = rng.pick(WORLD_CITIES)
    const event = rng.pick(EVENTS)
    const date = drawDateTime(rng)
    const minutes = rng.int(4, 30) * 5
    const [first, second] = rng.sample(WEATHER, 2) as [(typeof WEATHER)[0], (typeof WEATHER)[0]]
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        {
          tool: 'create_calendar_event',
          arguments: {
            title: text(
              `${event} (${city}: ${first.name} `,
              from(1, first.at),
              `, ${second.name} `,
              from(1, second.at),
              ')',
            ),
            date,
            duration_minutes: minutes,
          },
        },
      ],
      prompts: [
        `Look up the current ${first.name} and ${second.name} in ${named(city)}. Then enter the event ${quote(event)} into my calendar for ${date}, ${minutes} minutes long, with both readings, unrounded, in its title.`,
        `Schedule ${quote(event)} at ${date} for ${minutes} minutes. The title of the calendar entry must also state today's ${first.name} and ${second.name} of ${named(city)}, so find those first and do not round.`,
        `My calendar should get an event at ${date} that lasts ${minutes} minutes. Its title names ${quote(event)} and says what it is like in ${named(city)} at the moment: the ${first.name} and the ${second.name}, each with all its decimals.`,
      ],
    }
  },
})
