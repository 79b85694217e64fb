import { DATE_LIKE, NAME_LIKE } from '../schema/semantic.ts'
import type { Json } from '../shared/json.ts'
import { isDefault, type LeafSchema, leavesEqual, readLeafType } from '../tasks/equality.ts'
import { carries, findTokenPlaces } from './tokens.ts'

/** A display name of the runtime's own data (CLDR); undefined for what is not a code. */
function displayName(type: 'currency' | 'region' | 'language', code: string): string | undefined {
  try {
    const name = new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code)
    return name === code ? undefined : name
  } catch {
    return undefined
  }
}

/** How people write an amount of a currency: `Euro`, `euros`, `US dollars`, `dollars`, `€`. */
function listCurrencyNames(code: string): string[] {
  const name = displayName('currency', code)
  if (name === undefined) return []
  const formatCurrencyName = (count: number, currencyDisplay: 'name' | 'narrowSymbol'): string =>
    new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay })
      .formatToParts(count)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value)
      .join('')
  const names = [name, formatCurrencyName(1, 'name'), formatCurrencyName(2, 'name')]
  const heads = names.map((one) => one.split(' ').at(-1) ?? one)
  return [...names, ...heads, formatCurrencyName(1, 'narrowSymbol')]
}

/** What people call the thing that a code stands for, by the meaning of the code; none where the meaning has no codes. */
function listUsualNames(value: string, semantic: string): string[] {
  switch (semantic) {
    case 'currency':
      return listCurrencyNames(value.toUpperCase())
    case 'country':
      return [displayName('region', value.toUpperCase())].filter((name) => name !== undefined)
    case 'language':
      return [displayName('language', value)].filter((name) => name !== undefined)
    default:
      return []
  }
}

/** Whether a prompt names what a code of a currency, a country or a language stands for: Norway for NO. */
export const namesCode = (prompt: string, code: string): boolean =>
  /^[A-Za-z]{2,3}$/.test(code) &&
  ['currency', 'country', 'language']
    .flatMap((semantic) => listUsualNames(code, semantic))
    .some(
      (name) => /\p{L}/u.test(name) && ` ${keepLetters(prompt)} `.includes(` ${keepLetters(name).trim()} `),
    )

const keepLetters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

/** Whether a prompt names a member of an enum, whatever its case and punctuation: SHA-256 for sha256. */
export function namesMember(prompt: string, member: string): boolean {
  const squeeze = (text: string): string => keepLetters(text).replaceAll(' ', '')
  if (` ${keepLetters(prompt)} `.includes(` ${keepLetters(member).trim()} `)) return true
  return /\d/.test(member) && squeeze(prompt).includes(squeeze(member))
}

/** Words that a date may be written in at most: `Saturday, 3 May 2031 14:30`. */
const MAX_DATE_WORDS = 5

function statesDate(prompt: string, value: string, schema: LeafSchema | undefined): boolean {
  const words = prompt.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  return words.some((_, start) =>
    Array.from({ length: MAX_DATE_WORDS }, (_, i) => words.slice(start, start + i + 1).join(' ')).some(
      (text) => leavesEqual(value, text, readLeafType(schema)),
    ),
  )
}

const HALF_DAY_HOURS = 12

/** How the runtime's own data (CLDR) and clocks call the part of the day of an hour: `in the evening`, `pm`. */
function listDayPeriods(hour: number): string[] {
  const parts = new Intl.DateTimeFormat('en', { hour: 'numeric', dayPeriod: 'long', timeZone: 'UTC' })
    .formatToParts(Date.UTC(2000, 0, 1, hour))
    .filter(({ type }) => type === 'dayPeriod')
  return [...parts.map(({ value }) => value), ...(hour < HALF_DAY_HOURS ? ['am', 'a.m.'] : ['pm', 'p.m.'])]
}

const DATE_AND_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::00)?$/

/**
 * Whether a prompt states a date and time with the part of the day: "2030-03-01 at 8:24 in the evening" for 20:24, and not
 * for 08:24. Undefined where it names no part of the day.
 */
function statesPartOfDay(prompt: string, value: string): boolean | undefined {
  const [, date, hours, minutes] = DATE_AND_TIME.exec(value) ?? []
  if (date === undefined) return undefined
  const hour = Number(hours)
  const written = `${hour % HALF_DAY_HOURS || HALF_DAY_HOURS}:${minutes}`
  const afters = findTokenPlaces(written, prompt).map((at) =>
    prompt
      .slice(at + written.length)
      .trimStart()
      .toLowerCase(),
  )
  const isFollowed = (at: number): boolean =>
    afters.some((after) => listDayPeriods(at).some((period) => findTokenPlaces(period, after)[0] === 0))
  if (isFollowed(hour)) return carries(prompt, date)
  return isFollowed((hour + HALF_DAY_HOURS) % (2 * HALF_DAY_HOURS)) ? false : undefined
}

/** Whether a prompt states a value of an argument, so that an agent can give it exactly. */
export function isStated(prompt: string, value: Json, schema: LeafSchema | undefined): boolean {
  const isAtPartOfDay = typeof value === 'string' ? statesPartOfDay(prompt, value) : undefined
  if (isAtPartOfDay !== undefined) return isAtPartOfDay
  if (carries(prompt, value)) return true
  if (isDefault(schema, value)) return true
  if (value === '') return prompt.includes('""')
  if (typeof value !== 'string') return false
  if (schema?.enum?.includes(value)) return namesMember(prompt, value)
  const { semantic = '' } = readLeafType(schema)
  const lower = prompt.toLowerCase()
  if (listUsualNames(value, semantic).some((name) => carries(lower, name.toLowerCase()))) return true
  if (NAME_LIKE.has(semantic)) return carries(lower, value.toLowerCase())
  return DATE_LIKE.has(semantic) && statesDate(prompt, value, schema)
}
