import { strip } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const CONDITIONS = ['sunny', 'cloudy', 'rainy', 'partly cloudy', 'snowy', 'windy', 'foggy']

export const getWeather = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ city: z.string() }),
  output: (z) => ({
    city: z.string(),
    temperature_celsius: z.number(),
    humidity_percent: z.number(),
    wind_speed_kmh: z.number(),
    condition: z.enum(CONDITIONS),
    feels_like_celsius: z.number(),
  }),
  run({ city }, world) {
    const draw = world.draw('weather', strip(city.toLowerCase()))
    const temperature = draw.number('temperature', draw.publishedRemainder(45) - 5, {
      min: -5,
      max: 39,
      decimals: 3,
    })
    const chill = draw.number('chill', 2, { min: 0.5, max: 4, decimals: 4 })
    return {
      city,
      temperature_celsius: temperature,
      humidity_percent: draw.numberFrom('humidity', 60, { min: 30, max: 89, decimals: 3 }),
      wind_speed_kmh: draw.number('wind', draw.publishedRemainder(50), { min: 0, max: 49, decimals: 3 }),
      condition: draw.pick('condition', draw.publishedRemainder(7), CONDITIONS),
      feels_like_celsius: Number((temperature - chill).toFixed(4)),
    }
  },
})
