import { field } from '../../../schema/semantic.ts'
import { strip } from '../../../shared/python/text.ts'
import { WORLD_CITIES } from '../../content/pools/lists.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

/** Latitude and longitude. */
const LISTED = new Map<string, readonly [number, number]>([
  ['tokyo', [35.6762, 139.6503]],
  ['paris', [48.8566, 2.3522]],
  ['london', [51.5074, -0.1278]],
  ['new york', [40.7128, -74.006]],
  ['sydney', [-33.8688, 151.2093]],
  ['berlin', [52.52, 13.405]],
  ['mumbai', [19.076, 72.8777]],
  ['dubai', [25.2048, 55.2708]],
  ['toronto', [43.6532, -79.3832]],
  ['singapore', [1.3521, 103.8198]],
  ['seoul', [37.5665, 126.978]],
  ['beijing', [39.9042, 116.4074]],
  ['cairo', [30.0444, 31.2357]],
  ['moscow', [55.7558, 37.6173]],
  ['rome', [41.9028, 12.4964]],
  ['san francisco', [37.7749, -122.4194]],
  ['los angeles', [34.0522, -118.2437]],
  ['chicago', [41.8781, -87.6298]],
])

const COUNTRIES = [
  ['Argentina', 'AR'],
  ['Canada', 'CA'],
  ['Egypt', 'EG'],
  ['Finland', 'FI'],
  ['France', 'FR'],
  ['India', 'IN'],
  ['Japan', 'JP'],
  ['Kenya', 'KE'],
  ['New Zealand', 'NZ'],
  ['Norway', 'NO'],
  ['Peru', 'PE'],
  ['Vietnam', 'VN'],
] as const

/** The published world knows two countries, by part of the name: "comparison" is in France. */
function publishedCountry(key: string): readonly [string, string] {
  if (key.includes('tokyo')) return ['Japan', 'JP']
  if (key.includes('paris')) return ['France', 'FR']
  return ['Unknown', 'XX']
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
    const [latitude, longitude] = LISTED.get(key) ?? [
      draw.publishedRemainder(180) - 90,
      draw.publishedRemainder(360) - 180,
    ]
    const [country, country_code] =
      world.seed === 0 ? publishedCountry(key) : draw.pick('country', 0, COUNTRIES)
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
