import { field } from '../../../schema/semantic.ts'
import { strip } from '../../../shared/python/text.ts'
import { CITIES } from '../../content/pools/lists.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const CONDITIONS = ['sunny', 'cloudy', 'rainy', 'partly cloudy', 'snowy', 'windy', 'foggy']

export const getWeather = defineBuiltIn({
  name: 'get_weather',
  category: 'external_services',
  effect: 'read',
  capability: 'look-up',
  description:
    'Current weather of a city: temperature and felt temperature in degrees Celsius, relative humidity in percent, wind speed in km/h and the sky condition in words. Not a forecast; for coordinates or the country of a place use a location look-up.',
  input: (z) => ({
    city: field(z.string(), 'city', 'Name of the city, for example "Tokyo". Case does not matter.'),
  }),
  output: (z) => ({
    city: field(z.string(), 'city', 'The city as it was asked for.'),
    temperature_celsius: field(z.number(), 'celsius', 'Air temperature in degrees Celsius.'),
    humidity_percent: field(z.number(), 'percent', 'Relative humidity, 0 to 100.'),
    wind_speed_kmh: field(z.number(), 'number', 'Wind speed in kilometres per hour.'),
    condition: field(z.enum(CONDITIONS), 'label', 'Sky condition.'),
    feels_like_celsius: field(z.number(), 'celsius', 'Felt temperature in degrees Celsius.'),
  }),
  run({ city }, world) {
    const draw = world.draw('weather', strip(city.toLowerCase()))
    const temperature = draw.figure('temperature', draw.publishedRemainder(45) - 5, {
      min: -5,
      max: 39,
      decimals: 3,
    })
    const chill = draw.figure('chill', 2, { min: 0.5, max: 4, decimals: 4 })
    return {
      city,
      temperature_celsius: temperature,
      humidity_percent: draw.figure('humidity', 30 + draw.publishedRemainder(60), {
        min: 30,
        max: 89,
        decimals: 3,
      }),
      wind_speed_kmh: draw.figure('wind', draw.publishedRemainder(50), { min: 0, max: 49, decimals: 3 }),
      condition: draw.pick('condition', draw.publishedRemainder(7), CONDITIONS),
      feels_like_celsius: Number((temperature - chill).toFixed(4)),
    }
  },
  drawArguments: (rng) => ({ city: rng.pick(CITIES) }),
})
