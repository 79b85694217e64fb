import { pattern } from '../../shared/pattern.ts'
import type { Span } from './spans.ts'
import { nameWordsOf, type Wanted } from './wanted.ts'

/** A unit: how it is written, and what it is of the unit of its kind: value x factor + offset. */
interface Unit {
  kind: 'length' | 'temperature' | 'mass'
  names: readonly string[]
  written: RegExp
  factor: number
  offset?: number
}

const UNITS: readonly Unit[] = [
  {
    kind: 'length',
    names: ['km', 'kilometers', 'kilometres'],
    written: /^(?:km|kilomet(?:er|re)s?)$/i,
    factor: 1000,
  },
  { kind: 'length', names: ['miles', 'mi'], written: /^(?:mi|miles?)$/i, factor: 1609.344 },
  { kind: 'length', names: ['meters', 'metres'], written: /^(?:m|met(?:er|re)s?)$/, factor: 1 },
  { kind: 'length', names: ['feet', 'ft'], written: /^(?:ft|feet|foot)$/i, factor: 0.3048 },
  { kind: 'temperature', names: ['celsius'], written: /^(?:[°º]\s?C|C|(?:degrees? )?celsius)$/i, factor: 1 },
  {
    kind: 'temperature',
    names: ['fahrenheit'],
    written: /^(?:[°º]\s?F|F|(?:degrees? )?fahrenheit)$/i,
    factor: 5 / 9,
    offset: -160 / 9,
  },
  { kind: 'temperature', names: ['kelvin'], written: /^(?:K|kelvin)$/, factor: 1, offset: -273.15 },
  { kind: 'mass', names: ['kg', 'kilograms'], written: /^(?:kg|kilos?|kilograms?)$/i, factor: 1 },
  { kind: 'mass', names: ['lb', 'lbs', 'pounds'], written: /^(?:lbs?|pounds?)$/i, factor: 0.453_592_37 },
]

const WRITTEN = String.raw`[°º]?\s?\p{L}+(?:\s\p{L}+)?|[°º]`
const ASIDE = pattern(
  String.raw`^\s*(?<own>${WRITTEN})?[*_\x60]*\s*\(\s*(?:about|approx\.?|approximately|roughly|around|ca\.?|[~≈=])?\s*(?<number>[-\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*(?<unit>${WRITTEN})\s*\)`,
  'iu',
)
/** A unit that is glued to its number. */
const GLUED = /(?<=\d)\p{L}+$/u

const unitOf = (written: string): Unit | undefined => UNITS.find((unit) => unit.written.test(written.trim()))

const decimalsIn = (written: string): number => written.split('.')[1]?.length ?? 0

/**
 * Where the same amount stands in brackets right behind a value, in another unit than the one that its slot is named by:
 * `191.694 km (119.1 miles)`. Undefined where there is none, or another amount.
 */
export function conversionBehind(value: number, place: Span, text: string, wanted: Wanted): Span | undefined {
  const match = ASIDE().exec(text.slice(place.end, place.end + 60))
  if (match === null) return undefined
  const names = nameWordsOf(wanted)
  const named = UNITS.filter((unit) => unit.names.some((name) => names.has(name)))
  const { own, number = '', unit = '' } = match.groups ?? {}
  const [from, to] = [named[0], unitOf(unit)]
  if (named.length !== 1 || from === undefined || to === undefined || from.kind !== to.kind) return undefined
  const beside = [own, GLUED.exec(text.slice(place.start, place.end).trim())?.[0]].filter(
    (one) => one !== undefined,
  )
  if (beside.some((one) => !/^[°º]$|^degrees?$/i.test(one.trim()) && unitOf(one) !== from)) return undefined
  const amount = (value * from.factor + (from.offset ?? 0) - (to.offset ?? 0)) / to.factor
  const digits = number.replaceAll(',', '').replace('\u2212', '-')
  const half = 0.5 * 10 ** -decimalsIn(digits)
  return Math.abs(Number(digits) - amount) <= half * (1 + 1e-6)
    ? { start: place.start, end: place.end + match[0].length }
    : undefined
}
