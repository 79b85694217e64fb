import stringify from 'safe-stable-stringify'

/** A value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** A JSON object. */
export type JsonObject = { [key: string]: Json }

/** JSON text with sorted object keys: equal values give equal text. */
export const stableJson = (value: unknown): string => stringify(value) ?? 'null'

/** True for a plain JSON object: not null, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
