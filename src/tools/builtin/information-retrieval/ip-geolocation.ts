import type { Rng } from '../../../shared/rng.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

const PLACES = tables.places_of_addresses

const hex = (rng: Rng): string => rng.int(4096, 65_535).toString(16)

/** Addresses of the ranges that are kept for documentation. */
const ADDRESSES: readonly ((rng: Rng) => string)[] = [
  (rng) => `192.0.2.${rng.int(1, 254)}`,
  (rng) => `198.51.100.${rng.int(1, 254)}`,
  (rng) => `203.0.113.${rng.int(1, 254)}`,
  (rng) => `2001:db8:${hex(rng)}::${hex(rng)}`,
]

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
      latitude: draw.figure('latitude', latitude, { min: -90, max: 90, decimals: 4 }),
      longitude: draw.figure('longitude', longitude, { min: -180, max: 180, decimals: 4 }),
    }
  },
  drawArguments: (rng) => ({ ip_address: rng.pick(ADDRESSES)(rng) }),
})
