import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { named, quote } from '../../phrases.ts'
import { ALL_CITIES, CITY_ZONES } from '../../pools/dag-cities.ts'
import { WEATHER } from '../figures.ts'

export const parallelWeatherTime = definePattern({
  key: 'parallel_weather_time',
  name: 'independent-merge',
  level: 'L2_parallel',
  published: {
    mended:
      'Its answer was never graded and named one step as its source. Here a value of each is graded, and the place and the time zone vary on their own.',
  },
  tools: ['get_weather', 'get_current_time'],
  draw(rng) {
    const city = rng.pick(ALL_CITIES)
    const [, timezone] = rng.pick(CITY_ZONES)
    const weather = rng.pick(WEATHER)
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        { tool: 'get_current_time', arguments: { timezone } },
      ],
      prompts: [
        `Get the current weather in ${named(city)} and the current time in the time zone ${quote(timezone)}.`,
        `A colleague lives by the clock of ${quote(timezone)} and is about to fly to ${named(city)}. What time is it for her now, and how is the weather where she is going?`,
        `Two quick look-ups: what a clock in the zone ${quote(timezone)} shows at this moment, and the present weather of ${named(city)}.`,
        `I am on the phone with our site in ${named(city)} and with an office in the time zone ${quote(timezone)}. Check the weather for the former and the local time for the latter.`,
      ],
      answer: {
        value: [from(1, weather.at), from(2, '/time')],
        gives: `the ${weather.name}, unrounded, and the local time as HH:MM:SS`,
      },
    }
  },
})
