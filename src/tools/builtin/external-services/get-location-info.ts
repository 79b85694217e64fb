import { field } from '../../../schema/semantic.ts'
import { strip } from '../../../shared/python/text.ts'
import { WORLD_CITIES } from '../../content/pools/lists.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

/** Latitude and longitude. */
const LISTED = new Map(Object.entries(tables.coordinates))

/** The published world knows two countries, by part of the name: "comparison" is in France. */
function publishedCountry(key: string) {
  if (key.includes('tokyo')) return { country: 'Japan', country_code: 'JP' }
  if (key.includes('paris')) return { country: 'France', country_code: 'FR' }
  return { country: 'Unknown', country_code: 'XX' }
}

export const getLocationInfo = defineBuiltIn({
  name: 'get_location_info',
  category: 'external_services',
  effect: 'read',
  capability: 'look-up',
  description:
    'Where a city is: latitude and longitude in decimal degrees, country and two-letter country code, which are "Unknown" and "XX" where not on record. For the way between two places use get_directions, for the weather get_weather, for an IP address ip_geolocation.',
  input: (z) => ({
    location: field(z.string(), 'city', 'Name of the city, for example "Tokyo". Case does not matter.'),
  }),
  output: (z) => ({
    location: field(z.string(), 'city', 'The city as it was asked for.'),
    display_name: field(z.string(), 'label', 'The city and what it lies in, with a comma.'),
    latitude: field(z.number(), 'coordinate', 'Decimal degrees, -90 to 90, north positive.'),
    longitude: field(z.number(), 'coordinate', 'Decimal degrees, -180 to 180, east positive.'),
    country: field(z.string(), 'country', 'Name of the country in English.'),
    country_code: field(z.string(), 'code', 'Two letters, for example "JP".'),
    type: field(z.literal('city'), 'category', 'Always "city".'),
  }),
  run({ location }, world) {
    const key = strip(location.toLowerCase())
    const draw = world.draw('location', key)
    const { latitude, longitude } = LISTED.get(key) ?? {
      latitude: draw.publishedRemainder(180) - 90,
      longitude: draw.publishedRemainder(360) - 180,
    }
    const { country, country_code } =
      world.seed === 0 ? publishedCountry(key) : draw.pick('country', 0, tables.country_codes)
    return {
      location,
      display_name: `${location}, ${world.seed === 0 ? 'Country' : country}`,
      latitude: draw.figure('latitude', latitude, { min: -90, max: 90, decimals: 4 }),
      longitude: draw.figure('longitude', longitude, { min: -180, max: 180, decimals: 4 }),
      country,
      country_code,
      type: 'city' as const,
    }
  },
  drawArguments: (rng) => ({ location: rng.pick(WORLD_CITIES) }),
})
