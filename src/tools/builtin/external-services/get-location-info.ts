import { strip } from '../../../shared/python/text.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

/** Latitude and longitude. */
const LISTED = new Map(Object.entries(tables.coordinates))

/** The published world knows two countries, by part of the name: "comparison" is in France. */
function findPublishedCountry(key: string) {
  if (key.includes('tokyo')) return { country: 'Japan', country_code: 'JP' }
  if (key.includes('paris')) return { country: 'France', country_code: 'FR' }
  return { country: 'Unknown', country_code: 'XX' }
}

export const getLocationInfo = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ location: z.string() }),
  output: (z) => ({
    location: z.string(),
    display_name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    country: z.string(),
    country_code: z.string(),
    type: z.literal('city'),
  }),
  run({ location }, world) {
    const key = strip(location.toLowerCase())
    const draw = world.draw('location', key)
    const { latitude, longitude } = LISTED.get(key) ?? {
      latitude: draw.publishedRemainder(180) - 90,
      longitude: draw.publishedRemainder(360) - 180,
    }
    const { country, country_code } =
      world.seed === 0 ? findPublishedCountry(key) : draw.pick('country', 0, tables.country_codes)
    return {
      location,
      display_name: `${location}, ${world.seed === 0 ? 'Country' : country}`,
      latitude: draw.number('latitude', latitude, { min: -90, max: 90, decimals: 4 }),
      longitude: draw.number('longitude', longitude, { min: -180, max: 180, decimals: 4 }),
      country,
      country_code,
      type: 'city' as const,
    }
  },
})
