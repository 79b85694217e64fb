import { from, pick } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, named } from '../../phrases.ts'
import { ALL_CITIES } from '../../pools/dag-cities.ts'

export const multiWeather = definePattern({
  key: 'multi_weather',
  name: 'fan-out-compare',
  level: 'L2_parallel',
  published: {
    mended:
      'Its answer was never graded and named one step as its source. Here the temperature of the winning city, which only all three results can tell, is graded.',
  },
  tools: ['get_weather'],
  draw(rng) {
    const cities = rng.sample(ALL_CITIES, 3)
    const [which, extreme] = rng.pick([
      ['max', 'warmest'],
      ['min', 'coldest'],
    ] as const)
    const temperatures = cities.map((_, i) => from(i + 1, '/temperature_celsius'))
    const names = listed(cities.map(named))
    return {
      steps: cities.map((city) => ({ tool: 'get_weather', arguments: { city } })),
      prompts: [
        `Check the weather in ${names} and tell me which of the three is the ${extreme} right now.`,
        `Which city is ${extreme} at the moment: ${listed(cities.slice(0, 2).map(named))}, or rather ${named(cities[2] as string)}? Look up all of them and go by the air temperature.`,
        `I can travel to any of ${names} and want the ${extreme} one. Compare their current air temperatures.`,
        `Someone bet that nobody can say offhand where it is ${extreme} today, out of ${names}. Settle it with the present air temperature of each.`,
      ],
      answer: {
        value: pick(which, temperatures, temperatures),
        gives: 'the name of that city and its air temperature in celsius, unrounded',
      },
    }
  },
})
