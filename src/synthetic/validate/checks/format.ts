import { z } from 'zod'
import type { Format, RuleOf } from '../../tool-spec/rule.ts'
import type { ValueCheck } from './value-check.ts'
import { valuesOf } from './values.ts'

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
const dateTime = (text: string): boolean => {
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
  'date-time': dateTime,
  date: (text) => date(text.split(/[T ]/)[0] ?? '') && dateTime(text),
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

export const checkFormat: ValueCheck<RuleOf<'format'>> = (value, { format, property }) => {
  const fine = valuesOf(value, property).every((one) => typeof one !== 'string' || TESTS[format](one))
  return fine ? undefined : `expected ${NAMES[format] ?? format}`
}
