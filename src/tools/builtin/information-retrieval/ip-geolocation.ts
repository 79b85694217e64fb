import { field } from '../../../schema/semantic.ts'
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
  name: 'ip_geolocation',
  category: 'information_retrieval',
  effect: 'read',
  capability: 'look-up',
  description:
    'Where an IP address is registered: country, city, and latitude and longitude in decimal degrees. The coordinates are those of the network and need not lie in the city. It takes an address, not a host name: resolve that with dns_lookup. For a place by its name use get_location_info.',
  input: (z) => ({
    ip_address: field(z.string(), 'ip-address', 'IPv4 or IPv6 address, for example "192.0.2.17".'),
  }),
  output: (z) => ({
    ip_address: field(z.string(), 'ip-address', 'Address as it was given.'),
    country: field(z.string(), 'country', 'Name of the country in English.'),
    city: field(z.string(), 'city', 'Name of the city.'),
    latitude: field(z.number(), 'coordinate', 'Decimal degrees, -90 to 90, north positive.'),
    longitude: field(z.number(), 'coordinate', 'Decimal degrees, -180 to 180, east positive.'),
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
