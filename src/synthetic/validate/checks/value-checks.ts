import { z } from 'zod'
import { isObject, type Json } from '../../../shared/json.ts'
import { createLinearPattern } from '../../../shared/linear-pattern.ts'
import { memoizeByString } from '../../../shared/memoize.ts'
import { MAX_PATTERN_MS, runWithinTime } from '../../../shared/time-limit.ts'
import { UnansweredCall } from '../../../tools/unanswered-call.ts'
import type { Format, Rule, RuleKind, RuleOf } from '../../tool-spec/rule.ts'
import { isEmpty } from '../given.ts'

const checkNonEmpty: ValueCheck<RuleOf<'non_empty'>> = (value, { property }) =>
  listPropertyValues(value, property).some(isEmpty) ? 'cannot be empty' : undefined

const expressionOf = memoizeByString(1000, (pattern) => createLinearPattern(`^(?:${pattern})$`))

/** @throws UnansweredCall where the pattern cannot be matched within its limits */
const checkPattern: ValueCheck<RuleOf<'pattern'>> = (value, { parameter, pattern, property }) => {
  const isMatch = (one: unknown): boolean => typeof one !== 'string' || expressionOf(pattern).test(one)
  let isValid: boolean
  try {
    isValid = runWithinTime(MAX_PATTERN_MS, () => listPropertyValues(value, property).every(isMatch))
  } catch (error) {
    // A pattern that repeats repetitions may also take more memory than there is.
    throw new UnansweredCall(
      `${parameter} takes more than ${MAX_PATTERN_MS} ms, or too much memory, to check against the pattern ${pattern}`,
      { cause: error },
    )
  }
  return isValid ? undefined : `expected the pattern ${pattern}`
}

const checkItemCount: ValueCheck<RuleOf<'item_count'>> = (value, { minimum = 0, maximum = Infinity }) => {
  if (!Array.isArray(value)) return undefined
  if (value.length < minimum) return `expected at least ${minimum} items`
  return value.length > maximum ? `expected at most ${maximum} items` : undefined
}

const countLength = (text: string, unit: 'characters' | 'words'): number =>
  unit === 'characters' ? [...text].length : text.split(/\s+/).filter(Boolean).length

const checkLength: ValueCheck<RuleOf<'length'>> = (value, rule) => {
  const { unit, minimum = 0, maximum = Infinity } = rule
  const fine = listPropertyValues(value, rule.property).every((one) => {
    if (typeof one !== 'string') return true
    const length = countLength(one, unit)
    return length >= minimum && length <= maximum
  })
  if (fine) return undefined
  const parts = [
    ...(minimum > 0 ? [`at least ${minimum}`] : []),
    ...(maximum < Infinity ? [`at most ${maximum}`] : []),
  ]
  return `expected ${parts.join(' and ')} ${unit}`
}

/** Looks at the value of one parameter; gives what was expected where it breaks the rule. */
type ValueCheck<R extends Rule> = (value: Json, rule: R) => string | undefined

/** The single values that a rule speaks of: each item of an array, or that property of each object. */
export function listPropertyValues(value: Json, property: string | undefined): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => listPropertyValues(item, property))
  if (property === undefined) return [value]
  const member = isObject(value) ? value[property] : undefined
  return member === undefined ? [] : [member]
}

/** Texts that differ only in case and in how words are joined name the same option: prose is not a schema. */
export const fold = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '')

const checkOneOf: ValueCheck<RuleOf<'one_of'>> = (value, { values, quantifier, property }) => {
  const options = new Set(values.map((option) => (typeof option === 'string' ? fold(option) : option)))
  const isOption = (one: unknown): boolean =>
    (typeof one === 'string' && options.has(fold(one))) || (typeof one === 'number' && options.has(one))
  const all = listPropertyValues(value, property)
  if (quantifier === 'some' ? all.some(isOption) : all.every(isOption)) return undefined
  return `expected ${quantifier === 'some' ? 'at least one of' : 'one of'} ${values.join(', ')}`
}

function describeBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: RuleOf<'range'>): string {
  const low = minimum === undefined ? [] : [`${exclusiveMinimum ? 'above' : 'at least'} ${minimum}`]
  const high = maximum === undefined ? [] : [`${exclusiveMaximum ? 'below' : 'at most'} ${maximum}`]
  return [...low, ...high].join(' and ')
}

const checkRange: ValueCheck<RuleOf<'range'>> = (value, rule) => {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, allow } = rule
  const fits = (one: number): boolean =>
    allow.includes(one) ||
    ((exclusiveMinimum ? one > minimum : one >= minimum) &&
      (exclusiveMaximum ? one < maximum : one <= maximum))
  const fine = listPropertyValues(value, rule.property).every((one) => typeof one !== 'number' || fits(one))
  return fine ? undefined : `expected a value ${describeBounds(rule)}`
}

const parses =
  (parse: (text: string) => unknown) =>
  (text: string): boolean => {
    try {
      parse(text)
      return true
    } catch {
      return false
    }
  }

const matches =
  (schema: z.ZodType) =>
  (text: string): boolean =>
    schema.safeParse(text).success

const date = matches(z.iso.date())
const time = matches(z.iso.time())
/** ISO 8601 allows a date without a time, a time zone left open, and, by agreement, a space for the T. */
const isDateTime = (text: string): boolean => {
  const [day = '', clock] = text.split(/[T ](.*)/s)
  if (!date(day)) return false
  return clock === undefined || time(clock.replace(/\s*(?:Z|[+-]\d\d(?::?\d\d)?)$/i, ''))
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const knowsRegion = parses((text) => {
  if (regions.of(text) === undefined) throw new RangeError(text)
})
const currencies = new Set(Intl.supportedValuesOf('currency'))
const ipv4 = matches(z.ipv4())
const ipv6 = matches(z.ipv6())

const TESTS: Record<Format, (text: string) => boolean> = {
  'date-time': isDateTime,
  date: (text) => date(text.split(/[T ]/)[0] ?? '') && isDateTime(text),
  time: (text) => time(text),
  email: matches(z.email()),
  url: matches(z.url({ protocol: /^(https?|ftp|wss?|s3|gs|file)$/ })),
  json: parses(JSON.parse),
  ip: (text) => ipv4(text) || ipv6(text),
  ipv4,
  ipv6,
  timezone: parses((text) => new Intl.DateTimeFormat('en', { timeZone: text })),
  currency: (text) => currencies.has(text),
  country: (text) => /^[A-Z]{2}$/.test(text) && knowsRegion(text),
}

const NAMES: Partial<Record<Format, string>> = {
  'date-time': 'an ISO 8601 date and time',
  date: 'an ISO 8601 date',
  time: 'a time of day',
  email: 'an e-mail address',
  url: 'a URL',
  json: 'JSON text',
  ip: 'an IP address',
  timezone: 'an IANA time zone',
  currency: 'an ISO 4217 currency code',
  country: 'an ISO 3166 country code of two letters',
}

const checkFormat: ValueCheck<RuleOf<'format'>> = (value, { format, property }) => {
  const fine = listPropertyValues(value, property).every(
    (one) => typeof one !== 'string' || TESTS[format](one),
  )
  return fine ? undefined : `expected ${NAMES[format] ?? format}`
}

/** What each rule of one value has against it, in the order in which they are looked at. */
const CHECKS = {
  item_count: checkItemCount,
  non_empty: checkNonEmpty,
  one_of: checkOneOf,
  format: checkFormat,
  pattern: checkPattern,
  length: checkLength,
  range: checkRange,
} satisfies { [K in RuleKind]?: ValueCheck<RuleOf<K>> }

export const VALUE_KINDS = Object.keys(CHECKS) as (keyof typeof CHECKS)[]

/** What a rule of one value expected of it; undefined where the value keeps it, and for other rules. */
export const checkValue = (value: Json, rule: Rule): string | undefined =>
  (CHECKS as { [kind: string]: ValueCheck<never> | undefined })[rule.kind]?.(value, rule as never)
