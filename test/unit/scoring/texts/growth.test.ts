import { setFlagsFromString } from 'node:v8'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DateSpan, datesIn } from '../../../../src/scoring/dates.ts'
import { numbersEqual } from '../../../../src/scoring/equality.ts'
import { addressesIn, withoutClosing } from '../../../../src/scoring/texts/addresses.ts'
import { distance, nearest } from '../../../../src/scoring/texts/agreement.ts'
import { FactSet } from '../../../../src/scoring/texts/fact-set.ts'
import { type Fact, factsIn, readable } from '../../../../src/scoring/texts/facts.ts'
import { coveredBy, type Span, withinLonger } from '../../../../src/scoring/texts/spans.ts'
import { withCpuTime } from '../../../support/cpu-time.ts'
import { Performer } from '../../../support/perform.ts'
import { CITIES, record, SEED, score, temperature } from '../tasks.ts'

/** What each fast search has to find, as it is defined: every one held against every other. */
const slow = {
  addresses: (text: string): string[] =>
    text.match(
      /\p{L}[\p{L}\p{Nd}+.-]*:\/\/[^\s<>"'`|)\]}]+|[\p{L}\p{Nd}_.+-]+@[\p{L}\p{Nd}-]+(?:\.[\p{L}\p{Nd}-]+)+/gu,
    ) ?? [],
  isWithin: (inner: Span, all: readonly Span[]) =>
    all.some(
      (outer) =>
        outer.start <= inner.start &&
        inner.end <= outer.end &&
        outer.end - outer.start > inner.end - inner.start,
    ),
  isCovered: (at: number, all: readonly Span[]) => all.some(({ start, end }) => at >= start && at < end),
  nearest: (value: Span, labels: readonly Span[]) =>
    labels.reduce<Span | undefined>(
      (best, label) => (best === undefined || distance(label, value) < distance(best, value) ? label : best),
      undefined,
    ),
  isOneOf: (fact: Fact, others: readonly Fact[]) =>
    others.some((other) =>
      fact.kind === 'number'
        ? other.kind === 'number' &&
          numbersEqual(Math.abs(other.value), Math.abs(fact.value), fact.written.replace('-', ''))
        : fact.kind === 'id'
          ? other.text === fact.text
          : other.kind === 'date' && sameMoment(fact.date, other.date),
    ),
}
const sameMoment = (one: DateSpan, other: DateSpan) =>
  JSON.stringify([one.day, one.clock, one.offset ?? 0]) ===
  JSON.stringify([other.day, other.clock, other.offset ?? 0])

const span = fc
  .tuple(fc.nat(30), fc.integer({ min: 1, max: 12 }))
  .map(([start, length]) => ({ start, end: start + length }))
const spans = fc.array(span, { maxLength: 12 })
const runs = { numRuns: 2000 }

describe('what is searched for in a text is what it was when all was held against all', () => {
  it('addresses', () => {
    const part = fc.constantFrom(
      'a',
      'é',
      '𝒳',
      '1',
      '_',
      '.',
      '-',
      '+',
      '@',
      '://',
      ':',
      '/',
      ' ',
      '<',
      ')',
      'b.c',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
        const text = parts.join('')
        expect(addressesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(
          slow.addresses(text),
        )
      }),
      runs,
    )
  })

  it('the marks behind an address', () => {
    const part = fc.constantFrom('a', '.', ',', '*', '_', '/')
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(withoutClosing(parts.join(''))).toBe(parts.join('').replace(/[.,;:!?*_]+$/, ''))
      }),
    )
  })

  it('places within longer ones, and places that are covered', () => {
    fc.assert(
      fc.property(spans, span, (all, one) => {
        const [within, covered] = [withinLonger(all), coveredBy(all)]
        for (const place of [...all, one]) expect(within(place)).toBe(slow.isWithin(place, all))
        for (let at = 0; at < 45; at++) expect(covered(at)).toBe(slow.isCovered(at, all))
      }),
      runs,
    )
  })

  it('the nearest label', () => {
    const apart = fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 4 }))).map((steps) => {
      let at = 0
      return steps.map(([gap, length]) => {
        const start = at + gap
        at = start + length
        return { start, end: at }
      })
    })
    fc.assert(
      fc.property(apart, span, (labels, value) => {
        expect(nearest(value, labels)).toBe(slow.nearest(value, labels))
      }),
      runs,
    )
  })

  it('facts that say the same', () => {
    const fact = fc.constantFrom(
      ...[
        '7',
        '-7',
        '7.0',
        '1234.5',
        '1234.46',
        '1234.4567',
        '1,234.5',
        '1235',
        '1e3',
        '1000',
        '0.001',
        '5 km',
        '5km',
      ],
      ...['2026-04-15', '15 April 2026', '2026-04-15T10:00', '10:00', '10:00Z', '2026-04-15T12:00+02:00'],
      ...['a1b', 'kim@example.com', 'https://a.example/1', '10.0.0.1', '999999999999999999999', '1e999'],
    )
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 12 }), (texts) => {
        const facts = texts.flatMap((text) => factsIn(readable(text)))
        const seen: Fact[] = []
        const set = new FactSet()
        for (const one of facts.filter(({ kind }) => kind !== 'date')) {
          expect(set.has(one)).toBe(slow.isOneOf(one, seen))
          seen.push(one)
          set.add(one)
        }
      }),
      runs,
    )
    const [day, words, clock] = ['2026-04-15', '15 April 2026', '2026-04-15T10:00'].map(
      (text) => factsIn(text)[0],
    )
    const set = new FactSet(day === undefined ? [] : [day])
    expect(words !== undefined && set.has(words)).toBe(true)
    expect(clock !== undefined && set.has(clock)).toBe(false)
  })

  it('dates, of which none lies in another', () => {
    const part = fc.constantFrom(
      '2026-04-15',
      '10:30',
      ' at ',
      ' ',
      'T',
      '15 April 2026',
      '3 pm',
      '20260415',
      ', ',
      'Z',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, compact) => {
        const found = datesIn(parts.join(''), compact)
        for (const [i, date] of found.entries())
          expect(date.start).toBeGreaterThanOrEqual(found[i - 1]?.end ?? 0)
      }),
      runs,
    )
  })
})

const performer = new Performer(SEED)
const values = CITIES.map((city) => temperature(performer.call('get_weather', { city })))
const milliseconds = (said: string): number => {
  const trace = performer.trace('T', `ANSWER: ${values.join(' ')} ${said}`)
  return withCpuTime(() => score(record, trace)).milliseconds
}

describe('the time of judging grows with the length of a text', () => {
  // As in a process that has compiled a megabyte of regular expressions: V8 optimises none after that.
  beforeAll(() => setFlagsFromString('--no-regexp-optimization'))
  afterAll(() => setFlagsFromString('--regexp-optimization'))

  it.each<[string, (count: number) => string]>([
    ['equal figures', (count) => `${values[0]} `.repeat(count)],
    ['figures', (count) => Array.from({ length: count }, (_, i) => `${i + 1000}.5`).join(' ')],
    ['figures with labels', (count) => `Oslo: ${values[0]} °C, Lima: ${values[1]}. `.repeat(count / 2)],
    ['dates', (count) => '2026-04-15 '.repeat(count)],
    ['denials', (count) => 'not warm but cold, '.repeat(count)],
    ['one long word', (count) => 'a'.repeat(count * 10)],
    ['marks without a word', (count) => '**'.repeat(count)],
    ['retractions', (count) => 'just kidding '.repeat(count)],
    ['a word that is nearly an address', (count) => `${'a.'.repeat(count)}@`],
  ])('of %s', { timeout: 60_000 }, (_, text) => {
    milliseconds(text(1000))
    // The least of three: whatever else runs only adds to it. Times below it are of the start and say nothing.
    const least = (count: number) => Math.max(20, Math.min(...[0, 1, 2].map(() => milliseconds(text(count)))))
    // Three times for twice the length, and that twice: 4 where time grows with the length, 16 with its square.
    expect(least(20_000) / least(5_000)).toBeLessThan(9)
  })
})
