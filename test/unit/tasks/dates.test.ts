import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeInstant, dateOf, findDates } from '../../../src/tasks/dates.ts'
import { leavesEqual } from '../../../src/tasks/equality.ts'

const DATETIME = { type: 'string', semantic: 'datetime' }
const two = (value: number): string => String(value).padStart(2, '0')

describe('date forms', () => {
  it.each([
    '2026-4-15',
    '2026/04/15',
    '2026.04.15',
    '20260415',
    '15 April 2026',
    '15th of April 2026',
    'Apr 15, 2026',
    '15/4/2026',
    '4/15/2026',
    '2026-04-15 00:00',
    '2026-04-15T00:00Z',
    '15 April 2026, 12:00 am UTC',
    '2026-04-15T02:00:00+0200',
  ])('%s is 2026-04-15', (text) => expect(leavesEqual('2026-04-15', text, DATETIME)).toBe(true))

  it.each(['2026-04-16', '5/4/2026', '2026-02-30', '2026-13-01', '2026-04-15 25:00', '2026-04-15 13:00 pm'])(
    '%s is not 2026-04-15',
    (text) => expect(leavesEqual('2026-04-15', text, DATETIME)).toBe(false),
  )

  it('every form of one moment is that moment', () => {
    const day = fc.date({
      min: new Date('1990-01-01T00:00:00Z'),
      max: new Date('2060-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(day, fc.integer({ min: -12, max: 14 }), (date, zone) => {
        const instant = Math.floor(date.getTime() / 60_000) * 60_000
        const there = new Date(instant + zone * 3_600_000)
        const [year, month, dayOfMonth] = [there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()]
        const name = there.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })
        const hour = there.getUTCHours()
        const minutes = two(there.getUTCMinutes())
        const offset = `${zone < 0 ? '-' : '+'}${two(Math.abs(zone))}:00`
        const half = `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'am' : 'PM'} ${offset}`
        const forms = [
          `${year}-${month + 1}-${dayOfMonth}T${two(hour)}:${minutes}${offset}`,
          `${year}.${two(month + 1)}.${two(dayOfMonth)} ${half}`,
          `${dayOfMonth} ${name} ${year} ${half}`,
          `${name} ${dayOfMonth}, ${year} at ${two(hour)}:${minutes}:00 ${offset}`,
        ]
        for (const form of forms) expect(computeInstant(dateOf(form) ?? {}), form).toBe(instant)
      }),
    )
  })
})

describe('dates in a text', () => {
  it.each([
    ['It is due on 15 April 2026 at 3:00 pm, or so', ['15 April 2026 at 3:00 pm']],
    ['from 2026-04-15 to 2026-04-20', ['2026-04-15', '2026-04-20']],
    ['the file digest-2026-04-15.html', []],
    ['see https://x.example/2026/04/15', []],
    ['at 20:31:59 there', ['20:31:59']],
    ['ratio 3:4 and 10:99', []],
    ['99/137; 38/54', []],
  ])('%s', (text, found) => {
    expect(findDates(text).map(({ start, end }) => text.slice(start, end))).toEqual(found)
  })
})
