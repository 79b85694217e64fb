import pool from '../words/time-zone-keys.json' with { type: 'json' }

const { moreZones: MORE_ZONES } = pool

export const ZONES_BY_AREA: readonly (readonly string[])[] = pool.zonesByArea

/** IANA keys from all over the world, those of {@link ZONES_BY_AREA} among them; each may share its clock with others. */
export const ZONES: readonly string[] = [...ZONES_BY_AREA.flat(), ...MORE_ZONES]
