import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { nameWords, normalizeBareName } from '../../../shared/english.ts'
import type { JsonObject } from '../../../shared/json.ts'
import {
  CITIES,
  CURRENCIES,
  DOCUMENTS,
  SYMBOLS,
  TABLE_COUNTRIES,
  TIME_ZONES,
} from '../../content/pools/lists.ts'
import { drawNotice } from '../../content/pools/texts.ts'
import type { Draw } from '../../world/draw.ts'
import words from '../words/fields.json' with { type: 'json' }
import { type DrawnPerson, drawPerson, type Making, takeOwnPart } from './making.ts'

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

/** Whether a name says of a day that it is past, but not that somebody was born. */
export const isPast = (name: string): boolean => nameWords(name).some((word) => DAYS[1]?.[0].test(word))

/** A day within a year of the present one, to come unless the name says that it is past; birthdays lie further back. */
function drawDay(making: Making, at: string, name: string): string {
  const words = nameWords(name)
  const [, range] = DAYS.find(([pattern]) => words.some((word) => pattern.test(word))) ?? []
  const days = making.draw.number(at, undefined, { ...(range ?? { min: 1, max: 360 }), decimals: 0 })
  return new Date(making.now + days * DAY).toISOString().slice(0, 10)
}

/** A moment on such a day, to the quarter of an hour. */
function drawMoment(making: Making, at: string, name: string): string {
  const minutes = making.draw.number(`${at} time`, undefined, { min: 28, max: 75, decimals: 0 }) * 15
  return `${drawDay(making, at, name)}T${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:00Z`
}

/** A sentence whose parts are opaque values of a world. */
function noticeFrom(draw: Draw, at: string): string {
  let count = 0
  const drawInteger = (min: number, max: number): number =>
    draw.number(`${at}#${count++}`, undefined, { min, max, decimals: 0 })
  return drawNotice({
    int: drawInteger,
    pick: (items) => items[drawInteger(0, items.length - 1)] as (typeof items)[number],
  })
}

const FIELDS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(words.fields))

/** Values of texts by the last word of a field's name; none where nothing is known of it. */
export const listFieldWords = (field: string): readonly string[] => FIELDS.get(field) ?? []
const PEOPLE = new Set(words.people)

/** Whether a kind of thing, or a field, is a person by its name: `FamilyDoctor`. */
export const isPersonal = (name: string): boolean => nameWords(name).some((word) => PEOPLE.has(word))

const GIVEN_NAME = /^(?:firstname|givenname|forename)$/
const FAMILY_NAME = /^(?:lastname|familyname|surname)$/

/** Whether a field is a part of the name of a person. */
export function isPartOfPersonalName(name: string): boolean {
  const bare = normalizeBareName(name)
  return GIVEN_NAME.test(bare) || FAMILY_NAME.test(bare)
}

/** What a person's field holds, by its name; undefined where it is none of a person's. */
function drawPersonalText(last: string, name: string, at: string, making: Making): string | undefined {
  // One person for all fields of one object.
  const drawPersonOnce = (): DrawnPerson => drawPerson(making, at.replace(/[^/]*$/, ''))
  const drawNumber = (): number =>
    making.draw.number(`${at} number`, undefined, { min: 1000, max: 9999, decimals: 0 })
  const bare = normalizeBareName(name)
  if (GIVEN_NAME.test(bare)) return drawPersonOnce().given
  if (FAMILY_NAME.test(bare)) return drawPersonOnce().family
  // The role name of a user does not name the user.
  const isItsName = isPersonal(making.owner) && /^(?:full|display|real|legal)?name$/.test(bare)
  if (/^e?mail$/.test(last))
    return `${drawPersonOnce().given}.${drawPersonOnce().family}${drawNumber()}@example.org`.toLowerCase()
  if (/^(?:username|login|handle)$/.test(last))
    return `${drawPersonOnce().given}${drawPersonOnce().family.slice(0, 1)}${drawNumber()}`.toLowerCase()
  if (/^(?:phone|mobile|fax)$/.test(last)) return `+44 7700 90${drawNumber()}`
  return isItsName || (isPersonal(name) && /^(?:full)?name$/.test(last))
    ? `${drawPersonOnce().given} ${drawPersonOnce().family}`
    : undefined
}

/** Longest text that is made up to fit a least length: a longer one is more than anybody reads. */
const MAX_LENGTH = 10_000

/** Shortened or padded to the bounds of a schema. */
const fitLength = (text: string, { minLength, maxLength }: JsonObject): string =>
  text
    .slice(0, typeof maxLength === 'number' ? maxLength : text.length)
    .padEnd(Math.min(typeof minLength === 'number' ? minLength : 0, MAX_LENGTH), 'x')

type MakeText = (name: string, at: string, making: Making) => string | undefined

const drawAddress: MakeText = (name, at, { draw }) => buildAddress(name, draw.token(at, 8))
const drawHost: MakeText = (_, at, { draw }) => `host-${draw.token(at, 8)}.example.org`
const drawDayText: MakeText = (name, at, making) => drawDay(making, at, name)
const drawMomentText: MakeText = (name, at, making) => drawMoment(making, at, name)
const drawEmail: MakeText = (name, at, making) => drawPersonalText('email', name, at, making)

const FORMATTED: Readonly<Record<string, MakeText>> = {
  date: drawDayText,
  'date-time': drawMomentText,
  time: (name, at, making) => drawMoment(making, at, name).slice(11, 19),
  email: drawEmail,
  uuid(_, at, { draw }) {
    const hex = draw.token(at, 32)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  },
  uri: drawAddress,
  url: drawAddress,
  hostname: drawHost,
  ipv4: (_, at, { draw }) => `192.0.2.${draw.number(at, undefined, { min: 1, max: 254, decimals: 0 })}`,
  ipv6: (_, at, { draw }) => `2001:db8::${draw.token(at, 4)}`,
  mac: (_, at, { draw }) => `02:${(draw.token(at, 10).match(/../g) ?? []).join(':')}`,
}

/** What an address of a network is called, and how one looks, by its format: one of a house has none. */
const ADDRESS_FORMS: readonly (readonly [format: string, form: RegExp])[] = [
  ['email', /\be-?mail\b|\S@\S/i],
  ['mac', /\bMAC\b|^[\da-f]{2}(?::[\da-f]{2}){5}$/i],
  ['ipv6', /\bIPv6\b|^[\da-f]*:[\da-f:]*:[\da-f]*$/i],
  ['ipv4', /\bIP(?:v4)?\b|^\d+(?:\.\d+){3}$/i],
  ['uri', /\bUR[IL]\b|\bweb\b|^https?:/i],
]

/** The format of a field that ends in `address` or is called `ip`: by its name, its examples or its description. */
function findAddressFormat(
  schema: JsonObject,
  name: string,
  examples: readonly string[],
): string | undefined {
  const parts = nameWords(name)
  if (!/^(?:address(?:es)?|ips?|ipv[46]|mac)$/.test(parts.at(-1) ?? '')) return undefined
  const texts = [parts.join(' '), ...examples, String(schema.description ?? '')]
  return texts
    .map((text) => ADDRESS_FORMS.find(([, form]) => form.test(text))?.[0])
    .find((format) => format !== undefined)
}

/** What is made up by its meaning alone. */
const MEANT_TEXTS: Readonly<Record<string, MakeText>> = {
  date: drawDayText,
  datetime: drawMomentText,
  time: (name, at, making) => drawMoment(making, at, name).slice(11, 16),
  url: drawAddress,
  domain: drawHost,
  query: (_, at, { draw }) => noticeFrom(draw, at),
  text: (_, at, { draw, isStated }) =>
    isStated === true ? draw.pick(at, undefined, words.remarks) : noticeFrom(draw, at),
}

const findTextMaker = (makers: Readonly<Record<string, MakeText>>, kind: string): MakeText | undefined =>
  Object.hasOwn(makers, kind) ? makers[kind] : undefined

/** Texts by what they mean. */
const MEANT: ReadonlyMap<string, readonly string[]> = new Map([
  ['city', CITIES],
  ['country', TABLE_COUNTRIES],
  ['currency', CURRENCIES],
  ['timezone', TIME_ZONES],
  ['stock-symbol', SYMBOLS],
])

/** A text that is made up by what is known of it; undefined where neither schema nor name say anything. */
export function drawMeantText(
  schema: JsonObject,
  name: string,
  at: string,
  making: Making,
): string | undefined {
  const { draw } = making
  const examples = (Array.isArray(schema.examples) ? schema.examples : []).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  )
  const [example] = examples
  if (example !== undefined && typeof schema.pattern === 'string') return draw.pick(at, undefined, examples)
  const format = String(schema.format ?? findAddressFormat(schema, name, examples) ?? '')
  const formatted = findTextMaker(FORMATTED, format)?.(name, at, making)
  if (formatted !== undefined) return formatted
  const last = nameWords(name).at(-1) ?? ''
  const personal = drawPersonalText(last, name, at, making)
  if (personal !== undefined) return personal
  const pick = (options: readonly string[], part = ''): string => draw.pick(at + part, undefined, options)
  const drawNumber = (min: number, max: number, part = ' number'): number =>
    draw.number(at + part, undefined, { min, max, decimals: 0 })
  const listed = listFieldWords(last)
  if (listed.length > 0) return last === 'street' ? `${drawNumber(10, 999)} ${pick(listed)}` : pick(listed)
  if (last === 'address') {
    const street = pick(listFieldWords('street'))
    return `${drawNumber(10, 999)} ${street}, ${pick(CITIES, ' city')}`
  }
  const meaning = String(schema[SEMANTIC_KEY] ?? '')
  const options = MEANT.get(meaning)
  if (options !== undefined) return pick(options)
  if (meaning === 'phone') return `+44 7700 90${drawNumber(1000, 9999, '')}`
  if (meaning === 'title') return `${pick(takeOwnPart(DOCUMENTS, making))} ${drawNumber(100, 9999)}`
  const meant = findTextMaker(MEANT_TEXTS, meaning)
  if (meant !== undefined) return meant(name, at, making)
  // A name of a thing: one word, its own within the population. What lies within it, such as a category, has another.
  if (isThingName(last))
    return pick(
      at.lastIndexOf('/') > 0 ? listFieldWords('groups') : takeOwnPart(listFieldWords('things'), making),
    )
  return example !== undefined && making.isStated === true ? draw.pick(at, undefined, examples) : undefined
}

const isThingName = (last: string): boolean => /^(?:name|label|tag)$/.test(last)

export const drawText = (schema: JsonObject, name: string, at: string, making: Making): string =>
  fitLength(
    drawMeantText(schema, name, at, making) ??
      `${nameWords(name).at(-1) ?? 'value'}-${making.draw.token(at, 8)}`,
    schema,
  )

const buildAddress = (name: string, token: string): string =>
  ['https://www.example.org', ...nameWords(name).filter((word) => !/^ur[il]s?$/.test(word)), token].join('/')
