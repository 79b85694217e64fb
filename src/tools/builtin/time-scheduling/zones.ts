import { createUnprocessableError } from '../../../schema/tool-error.ts'
import { memoizeOnce } from '../../../shared/memoize.ts'
import { strip } from '../../../shared/python/text.ts'
import tables from '../../content/tables.json' with { type: 'json' }

const ABBREVIATIONS = new Map(Object.entries(tables.zone_abbreviations))

const canonicalZones = memoizeOnce(() => new Set(Intl.supportedValuesOf('timeZone')))
const MAX_KEY_LENGTH = 64

/**
 * `Intl` takes keys in any case, and lists the spelling of canonical zones only. Words of the other keys
 * ("US/Pacific", "EST5EDT", "Mexico/BajaNorte", "Antarctica/South_Pole") are capitalised or abbreviations.
 */
const isSpelledAsKey = (key: string): boolean =>
  canonicalZones().has(key) ||
  (/^[A-Z]/.test(key) &&
    key
      .split(/[^A-Za-z]+/)
      .every((word) => word === '' || /^(?:(?:[A-Z][a-z]+)+|[A-Z]{1,4}|[a-z]{2})$/.test(word)))

/** Formats of zones, which take long to build; there are some 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Writes instants as the clocks of a zone show them. Throws where `Intl` knows no such zone. */
function readFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}

function isZone(key: string): boolean {
  if (key.length > MAX_KEY_LENGTH || !isSpelledAsKey(key)) return false
  try {
    readFormat(key)
    return true
  } catch {
    return false
  }
}

/**
 * IANA key of a zone given by one of 13 abbreviations, in any case, or by the key itself, in its own case.
 * An abbreviation names a place, not a fixed offset: "EST" in July is New York's summer time.
 */
export function resolveZone(name: string, parameter: string): string {
  const place = name.length > MAX_KEY_LENGTH ? undefined : ABBREVIATIONS.get(strip(name.toLowerCase()))
  if (place !== undefined) return place
  if (isZone(name)) return name
  const shown = JSON.stringify(name.slice(0, MAX_KEY_LENGTH))
  throw createUnprocessableError(
    parameter,
    `no time zone ${shown}; give an IANA key such as "Europe/Berlin" or one of ${[...ABBREVIATIONS.keys()]
      .map((abbreviation) => abbreviation.toUpperCase())
      .join(', ')}`,
  )
}

/** Milliseconds that the zone's clocks are ahead of UTC at an instant. */
export function findOffset(zone: string, instant: number): number {
  const parts = new Map(
    readFormat(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const readPart = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  const local = Date.UTC(
    readPart('year'),
    readPart('month') - 1,
    readPart('day'),
    readPart('hour'),
    readPart('minute'),
    readPart('second'),
  )
  return local - Math.floor(instant / 1000) * 1000
}
