import { from, text } from '../../bind.ts'
import { drawDateTime } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { named, quote } from '../../phrases.ts'
import { CITIES } from '../../pools/places.ts'
import { EVENTS } from '../../pools/titles.ts'
import { WEATHER } from '../figures.ts'

export const retrieveSchedule = definePattern({
  name: 'retrieve-schedule',
  level: 'L1_chain',
  tools: ['get_weather', 'create_calendar_event'],
  draw(rng) {
    const city = rng.pick(CITIES)
    const event = rng.pick(EVENTS)
    const date = drawDateTime(rng)
    const minutes = rng.int(4, 30) * 5
    const { at, name } = rng.pick(WEATHER)
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        {
          tool: 'create_calendar_event',
          arguments: { title: text(`${event}, ${name} now `, from(1, at)), date, duration_minutes: minutes },
        },
      ],
      prompts: [
        `Look up the current ${name} in ${named(city)}. Then enter the event ${quote(event)} into my calendar for ${date}, ${minutes} minutes long, with that figure, unrounded, in its title.`,
        `Schedule ${quote(event)} at ${date} for ${minutes} minutes. The title of the calendar entry must also state today's ${name} of ${named(city)}, so find that first and do not round it.`,
        `My calendar should get an event at ${date} that lasts ${minutes} minutes. Its title names ${quote(event)} and gives the ${name} which ${named(city)} has at the moment, with all decimals.`,
      ],
    }
  },
})
