import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { WORLD_CITIES } from '../../../generate/pools/chain-cities.ts'

export const getLocationInfo = definePhrases({
  tool: 'get_location_info',
  draw: (rng) => ({ location: rng.pick(WORLD_CITIES) }),
  asks: [
    'look up where on the map {location} lies',
    'find the coordinates of {location}',
    'get the entry on {location} as a place, with latitude and longitude',
    'locate {location} by latitude and longitude',
  ],
  outputs: {
    '/latitude': 'latitude in degrees',
    '/longitude': 'longitude in degrees',
    '/country': 'name of the country',
    '/display_name': 'full name of the place',
  },
  answers: [
    { at: ['/latitude'], gives: 'the latitude in degrees, signed and unrounded' },
    { at: ['/longitude'], gives: 'the longitude in degrees, signed and unrounded' },
    {
      at: ['/latitude', '/longitude'],
      gives: 'the latitude, then the longitude in degrees, both signed and unrounded',
    },
  ],
})
