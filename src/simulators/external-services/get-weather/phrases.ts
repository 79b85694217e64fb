import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { CITIES } from '../../../generate/pools/places.ts'

export const getWeather = definePhrases({
  tool: 'get_weather',
  draw: (rng) => ({ city: rng.pick(CITIES) }),
  asks: [
    'look up the present weather in {city}',
    'check what the weather is like in {city} at the moment',
    'get me the current weather report for {city}',
    'find out which weather {city} has right now',
  ],
  outputs: {
    '/temperature_celsius': 'air temperature in celsius',
    '/feels_like_celsius': 'felt temperature in celsius',
    '/humidity_percent': 'relative humidity in percent',
    '/wind_speed_kmh': 'wind speed in km/h',
    '/condition': 'weather condition',
  },
  answers: [
    { at: ['/temperature_celsius'], gives: 'the air temperature in celsius, unrounded' },
    { at: ['/feels_like_celsius'], gives: 'the felt temperature in celsius, unrounded' },
    {
      at: ['/humidity_percent', '/wind_speed_kmh'],
      gives: 'the relative humidity in percent, then the wind speed in km/h, both unrounded',
    },
  ],
})
