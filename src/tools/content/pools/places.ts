import pool from '../words/places.json' with { type: 'json' }

export const CITIES: readonly string[] = pool.cities
export const TABLE_COUNTRIES: readonly string[] = pool.tableCountries
export const TIME_ZONES: readonly string[] = pool.timeZones

const CITY_ZONES: readonly { city: string; zone: string }[] = pool.cityZones

/** Every city of both lists. */
export const ALL_CITIES: readonly string[] = [...CITIES, ...CITY_ZONES.map(({ city }) => city)]

/** Names of cities the world over, for tasks that take one each. */
export const WORLD_CITIES: readonly string[] = [...CITIES, ...pool.moreCities]
