import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import type { Rng } from '../../../shared/rng.ts'

const hex = (rng: Rng): string => rng.int(4096, 65_535).toString(16)

/** Addresses of the ranges that are kept for documentation. */
const ADDRESSES: readonly ((rng: Rng) => string)[] = [
  (rng) => `192.0.2.${rng.int(1, 254)}`,
  (rng) => `198.51.100.${rng.int(1, 254)}`,
  (rng) => `203.0.113.${rng.int(1, 254)}`,
  (rng) => `2001:db8:${hex(rng)}::${hex(rng)}`,
]

export const ipGeolocation = definePhrases({
  tool: 'ip_geolocation',
  draw: (rng) => ({ ip_address: rng.pick(ADDRESSES)(rng) }),
  asks: [
    'find out where {ip_address} is located',
    'look up the place and the coordinates that {ip_address} is registered at',
    'locate {ip_address} on the map',
    'determine city, country and coordinates for {ip_address}',
    'trace {ip_address} to a place, with latitude and longitude',
  ],
  outputs: {
    '/latitude': 'latitude in degrees',
    '/longitude': 'longitude in degrees',
    '/city': 'city of the address',
    '/country': 'country of the address',
  },
  answers: [
    { at: ['/latitude'], gives: 'the latitude in decimal degrees, signed and unrounded' },
    { at: ['/longitude'], gives: 'the longitude in decimal degrees, signed and unrounded' },
    {
      at: ['/latitude', '/longitude'],
      gives: 'the latitude, then the longitude, both in decimal degrees, signed and unrounded',
    },
  ],
})
