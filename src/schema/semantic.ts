import type { z } from 'zod'

/**
 * What a value means, beyond its JSON type. Judging compares name-like types without regard to case and
 * blanks, and date types as instants; generation joins an output to an input of the same meaning.
 */
export const SEMANTIC_TYPES = [
  'amount',
  'base64',
  'boolean',
  'category',
  'celsius',
  'city',
  'code',
  'confidence',
  'count',
  'country',
  'coordinate',
  'currency',
  'date',
  'datetime',
  'directory',
  'distance',
  'domain',
  'duration',
  'email',
  'enum',
  'expression',
  'file-path',
  'filter',
  'hash',
  'html',
  'id',
  'index',
  'ip-address',
  'json',
  'key',
  'label',
  'language',
  'limit',
  'number',
  'numbers',
  'organisation',
  'path',
  'percent',
  'person',
  'phone',
  'price',
  'query',
  'rate',
  'records',
  'score',
  'size',
  'slug',
  'status',
  'stock-symbol',
  'tag',
  'temperature',
  'text',
  'texts',
  'time',
  'timezone',
  'title',
  'unit',
  'url',
  'weekday',
] as const

/** One of the meanings there are, or the id of a kind of thing: `id:Pet` flows to where the id of a pet is wanted. */
export type SemanticType = (typeof SEMANTIC_TYPES)[number] | `id:${string}`

/** Whether a meaning is the id of a kind of thing. */
export const isEntityId = (meaning: unknown): meaning is `id:${string}` =>
  typeof meaning === 'string' && meaning.startsWith('id:')

/** Types whose values are names: case and blanks do not distinguish them. */
export const NAME_LIKE: ReadonlySet<string> = new Set(['city', 'country', 'currency', 'language', 'unit'])
/** Types whose values are moments: different spellings of one instant are equal. */
export const DATE_LIKE: ReadonlySet<string> = new Set(['date', 'datetime'])

/** Types whose values are addresses: a slash at the end, and the case of a host, do not distinguish them. */
export const URL_LIKE: ReadonlySet<string> = new Set(['url'])
/** Types whose values are places in a file system: a slash at the end does not distinguish folders. */
export const PATH_LIKE: ReadonlySet<string> = new Set(['directory', 'file-path', 'path'])

/** Key under which the JSON Schema of a list says that its order does not count, as `uniqueItems` says too. */
export const SET_KEY = 'x-set'

/** Declares that the order of a list does not count, such as that of the people who are invited. */
export const semanticSet = <T extends z.ZodType>(schema: T): T =>
  schema.meta({ ...schema.meta(), [SET_KEY]: true }) as T

/** Key under which a JSON Schema carries the semantic type. */
export const SEMANTIC_KEY = 'x-semantic'

/**
 * Declares the meaning of a field.
 *
 * @example field(z.string(), 'city', 'City name in English, for example "Tokyo".')
 */
export const field = <T extends z.ZodType>(schema: T, semantic: SemanticType, description: string): T =>
  schema.meta({ ...schema.meta(), description, [SEMANTIC_KEY]: semantic }) as T
