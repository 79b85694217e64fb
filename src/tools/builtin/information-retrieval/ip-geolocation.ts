import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

const PLACES = tables.places_of_addresses

export const ipGeolocation = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ ip_address: z.string() }),
  output: (z) => ({
    ip_address: z.string(),
    country: z.string(),
    city: z.string(),
    latitude: z.number(),
    longitude: z.number(),
  }),
  run({ ip_address }, world) {
    const draw = world.draw('geolocation', ip_address)
    const { country, city } = draw.pick('place', draw.publishedRemainder(PLACES.length), PLACES)
    const latitude = (draw.publishedRemainder(18_000) - 9000) / 100
    const longitude = (draw.publishedRemainder(36_000) - 18_000) / 100
    return {
      ip_address,
      country,
      city,
      latitude: draw.number('latitude', latitude, { min: -90, max: 90, decimals: 4 }),
      longitude: draw.number('longitude', longitude, { min: -180, max: 180, decimals: 4 }),
    }
  },
})
