import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { named } from '../../phrases.ts'
import { WORLD_CITIES } from '../../pools/chain-cities.ts'

const CONVERSIONS = [
  ['/temperature_celsius', 'air temperature', 'celsius', 'fahrenheit'],
  ['/temperature_celsius', 'air temperature', 'celsius', 'kelvin'],
  ['/feels_like_celsius', 'felt temperature', 'celsius', 'fahrenheit'],
  ['/feels_like_celsius', 'felt temperature', 'celsius', 'kelvin'],
  ['/wind_speed_kmh', 'wind speed per hour', 'km', 'miles'],
] as const

export const weatherConvert = definePattern({
  key: 'weather_convert',
  name: 'retrieve-transform',
  level: 'L1_chain',
  published: {},
  tools: ['get_weather', 'unit_convert'],
  draw(rng) {
    const city = rng.pick(WORLD_CITIES)
    const [at, name, unit, target] = rng.pick(CONVERSIONS)
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        { tool: 'unit_convert', arguments: { value: from(1, at), from_unit: unit, to_unit: target } },
      ],
      prompts: [
        `Look up the current ${name} in ${named(city)} and convert it from ${unit} to ${target}.`,
        `I think in ${target}, not in ${unit}. Get the ${name} that ${named(city)} has right now and convert that figure for me.`,
        `What is the present ${name} of ${named(city)} when expressed in ${target}? Look it up first, then convert the unrounded figure from ${unit}.`,
        `Check the weather in ${named(city)}, take the ${name} as it is reported in ${unit}, and express it in ${target}.`,
      ],
      answer: {
        value: from(2, '/converted_value'),
        gives: `the ${name} in ${target} with all its decimals`,
      },
    }
  },
})
