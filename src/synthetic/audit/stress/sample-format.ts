import type { Format } from '../../tool-spec/rule.ts'

/** Texts that keep to a format, two that come in that order where there is an order, and one that does not. */
export const FORMAT_SAMPLES: Readonly<Record<Format, { good: readonly [string, string]; bad: string }>> = {
  'date-time': { good: ['2024-03-04T09:30:00Z', '2024-03-11T17:00:00Z'], bad: 'the day before yesterday' },
  date: { good: ['2024-03-04', '2024-03-11'], bad: 'the day before yesterday' },
  time: { good: ['09:30:00', '17:00:00'], bad: 'half past never' },
  email: { good: ['ada@example.com', 'ben@example.org'], bad: 'ada at example' },
  url: { good: ['https://example.com/a', 'https://example.org/b'], bad: 'not a web address' },
  json: { good: ['{"a":1}', '{"b":[2]}'], bad: '{"a": ' },
  ip: { good: ['192.0.2.10', '192.0.2.20'], bad: '192.0.2.999' },
  ipv4: { good: ['192.0.2.10', '192.0.2.20'], bad: '192.0.2.999' },
  ipv6: { good: ['2001:db8::1', '2001:db8::2'], bad: '2001:db8:::zz' },
  timezone: { good: ['Europe/Paris', 'Asia/Tokyo'], bad: 'Nowhere/Land' },
  currency: { good: ['EUR', 'USD'], bad: 'ZZ9' },
  country: { good: ['FR', 'JP'], bad: 'Neverland' },
}

const DATE_PARTS: Readonly<Record<string, string>> = {
  YYYY: '2024',
  DD: '04',
  dd: '04',
  HH: '09',
  hh: '09',
  mm: '30',
  SS: '00',
  ss: '00',
}

/** A text that keeps to a layout, and one that does not; no bad one where the layout says too little. */
export function layoutSamples(layout: string): { good: string; bad?: string } {
  if (/YYYY|HH/.test(layout)) {
    let inTime = false
    const good = layout.replace(/YYYY|MM|DD|dd|HH|hh|mm|SS|ss/g, (part) => {
      if (/hh/i.test(part)) inTime = true
      return DATE_PARTS[part] ?? (inTime ? '30' : '03')
    })
    return { good, bad: 'some other day' }
  }
  if (/^[X#()\s.-]+$/.test(layout)) return { good: layout.replace(/[X#]/g, '7'), bad: 'no digits here' }
  return /[:|=,;>]/.test(layout) ? { good: layout, bad: 'plain' } : { good: layout }
}

/** The same date a week or so on, or the same time of day later, in the same spelling; undefined for other texts. */
export function later(text: string): string | undefined {
  const clock = /^(\d\d?)(:\d\d.*)$/.exec(text)
  if (clock !== null) return Number(clock[1]) >= 23 ? undefined : `23${clock[2]}`
  const day = /^(\d{4}-\d\d-)(\d\d)(.*)$/s.exec(text)
  if (day === null) return undefined
  const number = Number(day[2])
  return number > 20 ? undefined : `${day[1]}${String(number + 8).padStart(2, '0')}${day[3]}`
}
