import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { named } from '../../phrases.ts'
import { CITIES } from '../../pools/places.ts'
import { WEATHER } from '../figures.ts'

export const retrieveTransform = definePattern({
  name: 'retrieve-transform',
  level: 'L1_chain',
  tools: ['get_weather', 'unit_convert'],
  draw(rng) {
    const city = rng.pick(CITIES)
    const unit = rng.pick(['fahrenheit', 'kelvin'])
    const { at, name } = rng.pick(WEATHER.slice(0, 2))
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        { tool: 'unit_convert', arguments: { value: from(1, at), from_unit: 'celsius', to_unit: unit } },
      ],
      prompts: [
        `Look up the current ${name} in ${named(city)} and convert it to ${unit}.`,
        `I think in ${unit}. Get the ${name} that ${named(city)} has right now and convert that figure for me.`,
        `What is the present ${name} of ${named(city)} when expressed in ${unit}? Look it up first, then convert the unrounded figure.`,
        `Check the weather in ${named(city)}, take the ${name}, and express it in ${unit}.`,
      ],
      answer: { value: from(2, '/converted_value'), gives: `the ${unit} value with all its decimals` },
    }
  },
})
