import { append } from '@hyperjump/json-pointer'
import { CURRENCIES, SYMBOLS } from '../../content/pools/markets.ts'
import { drawNotice } from '../../content/pools/notices.ts'
import { CITIES, TABLE_COUNTRIES, TIME_ZONES } from '../../content/pools/places.ts'
import { DOCUMENTS } from '../../content/pools/titles.ts'
import people from '../../content/words/person-names.json' with { type: 'json' }
import { SEMANTIC_KEY } from '../../schema/semantic.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { Draw } from '../../world/draw.ts'
import { nameWords } from '../names.ts'
import words from '../words/fields.json' with { type: 'json' }
import { rngOver } from './draw-rng.ts'

const FIELDS: Readonly<Record<string, readonly string[]>> = words.fields
const PEOPLE = new Set(words.people)
/** Levels of objects and lists within a value that are made up. */
const DEEPEST = 4

interface Person {
  given: string
  family: string
}

/** What a value is made up for. */
export interface Making {
  draw: Draw
  /** What the value belongs to: the kind of thing, `Pet`. */
  owner: string
  /** Number of the record within its population, so that names within it differ, and how many there are. */
  place: number
  of: number
  /** An id of a kind of thing: of one that there is, where the toolkit knows the kind. */
  idOf(kind: string, at: string, schema: JsonObject): Json
  /** The person that the fields of a record describe, where it is the same in every world. */
  person?: Person
  /** Present day of the world, in milliseconds. */
  now: number
}

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined
export const schemaTypeOf = ({ type }: JsonObject): string | undefined => {
  const own = [type].flat().find((one) => typeof one === 'string' && one !== 'null')
  return typeof own === 'string' ? own : undefined
}

/** The part of a list that belongs to one of several places, so that no two draw the same item. */
const ownPart = <T>(items: readonly T[], { place, of }: Making): readonly T[] => {
  const own = items.filter((_, i) => i % of === place % of)
  return own.length > 0 ? own : items
}

/** A person for a record: within a population no two share a name. */
export function personOf(making: Making, key: string): Person {
  const { draw, person } = making
  if (person !== undefined && key === '/') return person
  return {
    given: draw.pick(`${key} given`, undefined, people.given),
    family: draw.pick(`${key} family`, undefined, ownPart(people.family, making)),
  }
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')
const DAY = 86_400_000

/** Names of days, and where these lie from the present one. */
const DAYS: readonly [RegExp, { min: number; max: number }][] = [
  [/^(?:birth|born|dob|birthday)/, { min: -28_000, max: -2_000 }],
  [
    /^(?:created|creation|updated|modified|opened|registered|registration|submitted|issued|purchased|purchase|joined|collected|completed|recorded|last|previous|hired|published|since)$/,
    { min: -360, max: -1 },
  ],
]

/** A day within a year of the present one, to come unless the name says that it is past; birthdays lie further back. */
function dayOf(making: Making, at: string, name: string): string {
  const words = nameWords(name)
  const [, range] = DAYS.find(([pattern]) => words.some((word) => pattern.test(word))) ?? []
  const days = making.draw.figure(at, undefined, { ...(range ?? { min: 1, max: 360 }), decimals: 0 })
  return new Date(making.now + days * DAY).toISOString().slice(0, 10)
}

function momentOf(making: Making, at: string, name: string): string {
  const minutes = making.draw.figure(`${at} time`, undefined, { min: 28, max: 75, decimals: 0 }) * 15
  return `${dayOf(making, at, name)}T${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:00Z`
}

/** What a person's field holds, by its name; undefined where it is none of a person's. */
function personalText(last: string, name: string, at: string, making: Making): string | undefined {
  // One person for all fields of one object.
  const person = (): Person => personOf(making, at.replace(/[^/]*$/, ''))
  const number = (): number =>
    making.draw.figure(`${at} number`, undefined, { min: 1000, max: 9999, decimals: 0 })
  const bare = nameWords(name).join('')
  if (/^(?:firstname|givenname|forename)$/.test(bare)) return person().given
  if (/^(?:lastname|familyname|surname)$/.test(bare)) return person().family
  const isPerson =
    nameWords(making.owner).some((word) => PEOPLE.has(word)) ||
    nameWords(name).some((word) => PEOPLE.has(word))
  switch (last) {
    case 'email':
    case 'mail':
      return `${person().given}.${person().family}${number()}@example.org`.toLowerCase()
    case 'username':
    case 'login':
    case 'handle':
      return `${person().given}${person().family.slice(0, 1)}${number()}`.toLowerCase()
    case 'phone':
    case 'mobile':
    case 'fax':
      return `+44 7700 90${number()}`
    case 'name':
    case 'fullname':
      return isPerson ? `${person().given} ${person().family}` : undefined
    default:
      return undefined
  }
}

/** Shortened or padded to the bounds of a schema. */
const fitted = (text: string, { minLength, maxLength }: JsonObject): string =>
  text.slice(0, numberOf(maxLength) ?? text.length).padEnd(numberOf(minLength) ?? 0, 'x')

function formatted(format: string, name: string, at: string, making: Making): string | undefined {
  const { draw } = making
  switch (format) {
    case 'date':
      return dayOf(making, at, name)
    case 'date-time':
      return momentOf(making, at, name)
    case 'time':
      return momentOf(making, at, name).slice(11, 19)
    case 'email':
    case 'idn-email':
      return personalText('email', name, at, making)
    case 'uuid': {
      const hex = draw.token(at, 32)
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    }
    case 'uri':
    case 'url':
    case 'uri-reference':
      return addressOf(name, draw.token(at, 8))
    case 'hostname':
      return `host-${draw.token(at, 8)}.example.org`
    case 'ipv4':
      return `192.0.2.${draw.figure(at, undefined, { min: 1, max: 254, decimals: 0 })}`
    case 'ipv6':
      return `2001:db8::${draw.token(at, 4)}`
    case 'byte':
    case 'binary':
    case 'password':
      return draw.token(at, 12)
    default:
      return undefined
  }
}

/** A text that is made up by what is known of it; undefined where neither schema nor name say anything. */
function meantText(schema: JsonObject, name: string, at: string, making: Making): string | undefined {
  const { draw } = making
  if (typeof schema.pattern === 'string') {
    const examples = Array.isArray(schema.examples) ? schema.examples : []
    const fitting = examples.filter((one): one is string => typeof one === 'string')
    if (fitting.length > 0) return draw.pick(at, undefined, fitting)
  }
  const own = formatted(String(schema.format ?? ''), name, at, making)
  if (own !== undefined) return own
  const last = nameWords(name).at(-1) ?? ''
  const personal = personalText(last, name, at, making)
  if (personal !== undefined) return personal
  const meaning = String(schema[SEMANTIC_KEY] ?? '')
  const listed = FIELDS[last]
  if (listed !== undefined)
    return last === 'street'
      ? `${draw.figure(`${at} number`, undefined, { min: 10, max: 999, decimals: 0 })} ${draw.pick(at, undefined, listed)}`
      : draw.pick(at, undefined, listed)
  if (last === 'address') {
    const street = draw.pick(at, undefined, FIELDS.street ?? [])
    return `${draw.figure(`${at} number`, undefined, { min: 10, max: 999, decimals: 0 })} ${street}, ${draw.pick(`${at} city`, undefined, CITIES)}`
  }
  switch (meaning) {
    case 'city':
      return draw.pick(at, undefined, CITIES)
    case 'country':
      return draw.pick(at, undefined, TABLE_COUNTRIES)
    case 'currency':
      return draw.pick(at, undefined, CURRENCIES)
    case 'timezone':
      return draw.pick(at, undefined, TIME_ZONES)
    case 'stock-symbol':
      return draw.pick(at, undefined, SYMBOLS)
    case 'date':
      return dayOf(making, at, name)
    case 'datetime':
      return momentOf(making, at, name)
    case 'time':
      return momentOf(making, at, name).slice(11, 16)
    case 'url':
      return addressOf(name, draw.token(at, 8))
    case 'domain':
      return `host-${draw.token(at, 8)}.example.org`
    case 'phone':
      return `+44 7700 90${draw.figure(at, undefined, { min: 1000, max: 9999, decimals: 0 })}`
    case 'title':
      return `${draw.pick(at, undefined, ownPart(DOCUMENTS, making))} ${draw.figure(`${at} number`, undefined, { min: 100, max: 9999, decimals: 0 })}`
    case 'text':
    case 'query':
      return drawNotice(rngOver(draw, at))
    default:
  }
  // A name of a thing: one word, its own within the population. What lies within it, such as a category, has another.
  if (isThingName(last))
    return at.lastIndexOf('/') > 0
      ? draw.pick(at, undefined, FIELDS.groups ?? [])
      : draw.pick(at, undefined, ownPart(FIELDS.things ?? [], making))
  return undefined
}

const isThingName = (last: string): boolean => /^(?:name|label|tag)$/.test(last)

const textOf = (schema: JsonObject, name: string, at: string, making: Making): string =>
  meantText(schema, name, at, making) ?? `${nameWords(name).at(-1) ?? 'value'}-${making.draw.token(at, 8)}`

/** A web address under the name of a field, less the word for an address itself. */
const addressOf = (name: string, token: string): string =>
  ['https://www.example.org', ...nameWords(name).filter((word) => !/^ur[il]s?$/.test(word)), token].join('/')

/** Names of figures, the range that they lie in and their decimals. */
const RANGES: readonly [RegExp, { min: number; max: number; decimals: number }][] = [
  [
    /^(?:price|cost|amount|total|fee|balance|salary|subtotal|tax|charge|copay)$/,
    { min: 12, max: 980, decimals: 2 },
  ],
  [/^(?:lat|latitude)$/, { min: -70, max: 70, decimals: 5 }],
  [/^(?:lng|lon|longitude)$/, { min: -170, max: 170, decimals: 5 }],
  [/^(?:rating|score|stars)$/, { min: 1, max: 5, decimals: 3 }],
  [/^(?:percent|percentage|rate|ratio)$/, { min: 1, max: 99, decimals: 3 }],
]
/** Names of whole numbers and the range that they lie in. */
const WHOLE_RANGES: readonly [RegExp, { min: number; max: number }][] = [
  [/^year$/, { min: 1990, max: 2026 }],
  [/^age$/, { min: 18, max: 90 }],
  [/^(?:quantity|qty|pieces|copies|seats|guests|nights|persons|people)$/, { min: 2, max: 60 }],
]
const rangeIn = <T>(ranges: readonly [RegExp, T][], last: string): T | undefined =>
  ranges.find(([pattern]) => pattern.test(last))?.[1]

function figureOf(
  schema: JsonObject,
  name: string,
  at: string,
  { draw }: Making,
  isInteger: boolean,
): number {
  const last = nameWords(name).at(-1) ?? ''
  const named = rangeIn(RANGES, last)
  const step = numberOf(schema.multipleOf)
  const least =
    numberOf(schema.minimum) ??
    (numberOf(schema.exclusiveMinimum) !== undefined
      ? (numberOf(schema.exclusiveMinimum) as number) + (isInteger ? 1 : 0.01)
      : undefined)
  const most =
    numberOf(schema.maximum) ??
    (numberOf(schema.exclusiveMaximum) !== undefined
      ? (numberOf(schema.exclusiveMaximum) as number) - (isInteger ? 1 : 0.01)
      : undefined)
  const usual = isInteger
    ? (rangeIn(WHOLE_RANGES, last) ?? { min: 1000, max: 99_999 })
    : { min: named?.min ?? 10, max: named?.max ?? 9000 }
  const min = least ?? Math.min(usual.min, most ?? usual.min)
  const max = most ?? Math.max(usual.max, min + usual.max)
  const decimals = isInteger ? 0 : (named?.decimals ?? 3)
  const value = draw.figure(at, undefined, {
    min: isInteger ? Math.ceil(min) : min,
    max: isInteger ? Math.floor(Math.min(max, Number.MAX_SAFE_INTEGER)) : max,
    decimals,
  })
  return step === undefined ? value : Math.max(Math.ceil(min / step), Math.floor(value / step)) * step
}

/**
 * Whether a value of a schema and name says something to a person: made up by what it means, by an enum or within
 * bounds, and not by nothing but its type.
 */
export function isTelling(schema: JsonObject, name: string): boolean {
  const meaning = String(schema[SEMANTIC_KEY] ?? '')
  if (schema.const !== undefined || Array.isArray(schema.enum) || meaning.startsWith('id:')) return true
  const last = nameWords(name).at(-1) ?? ''
  switch (schemaTypeOf(schema)) {
    case 'integer':
      return rangeIn(WHOLE_RANGES, last) !== undefined || typeof schema.maximum === 'number'
    case 'number':
      return rangeIn(RANGES, last) !== undefined || typeof schema.maximum === 'number'
    case 'string': {
      const draw = new Draw(0, 'telling', [name])
      const making: Making = { draw, owner: '', place: 0, of: 1, idOf: () => '', now: 0 }
      return meantText(schema, name, `/${name}`, making) !== undefined
    }
    default:
      return true
  }
}

/** A value that a schema allows, made up from its format, its name and what it means. */
export function madeUpValue(schema: JsonObject, name: string, at: string, making: Making, depth = 0): Json {
  const { draw } = making
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    const options = schema.enum.filter((one) => one !== null)
    return options.length === 0 ? null : draw.pick<Json>(at, undefined, options)
  }
  const meaning = String(schema[SEMANTIC_KEY] ?? '')
  if (meaning.startsWith('id:') && schemaTypeOf(schema) !== 'array' && schemaTypeOf(schema) !== 'object')
    return making.idOf(meaning.slice(3), at, schema)
  const options = [schema.oneOf, schema.anyOf].find((list): list is Json[] => Array.isArray(list))
  const option = options?.filter(isObject).find(({ type }) => type !== 'null')
  if (option !== undefined && !isObject(schema.properties))
    return madeUpValue(option, name, at, making, depth)
  const type =
    schemaTypeOf(schema) ??
    (isObject(schema.properties) ? 'object' : isObject(schema.items) ? 'array' : undefined)
  switch (type) {
    case 'boolean':
      return draw.pick(at, undefined, [true, false])
    case 'integer':
      return figureOf(schema, name, at, making, true)
    case 'number':
      return figureOf(schema, name, at, making, false)
    case 'string':
      return fitted(textOf(schema, name, at, making), schema)
    case 'array': {
      if (!isObject(schema.items) || depth >= DEEPEST) return []
      const least = numberOf(schema.minItems) ?? 1
      const count = Math.min(
        Math.max(least, draw.pick(`${at} count`, undefined, [1, 2, 3])),
        numberOf(schema.maxItems) ?? 3,
      )
      const items = schema.items
      return Array.from({ length: count }, (_, i) =>
        madeUpValue(items, name.replace(/s$/, ''), append(String(i), at), making, depth + 1),
      )
    }
    case 'object':
      return madeUpObject(schema, at, making, depth)
    default:
      return type === 'null' ? null : {}
  }
}

/** An object with every field that its schema names; where it names none, a few under made-up keys if it says of what kind. */
export function madeUpObject(schema: JsonObject, at: string, making: Making, depth = 0): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(properties).flatMap(([name, child]): [string, Json][] => {
    if (!isObject(child) || child.writeOnly === true) return []
    if (depth >= DEEPEST && !required.includes(name)) return []
    return [[name, madeUpValue(child, name, append(name, at), making, depth + 1)]]
  })
  if (fields.length > 0 || !isObject(schema.additionalProperties) || depth >= DEEPEST)
    return Object.fromEntries(fields)
  const values = schema.additionalProperties
  const keys = (FIELDS.things ?? []).slice(0, 3).map((key) => key.toLowerCase())
  return Object.fromEntries(
    keys.map((key) => [key, madeUpValue(values, key, append(key, at), making, depth + 1)]),
  )
}
