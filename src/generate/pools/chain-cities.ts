import { CITIES, MORE_CITIES } from './places.ts'

/** Names of cities the world over, for tasks that take one each. */
export const WORLD_CITIES: readonly string[] = [...CITIES, ...MORE_CITIES]
