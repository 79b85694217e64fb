import { DATE_LIKE } from '../../../schema/semantic.ts'
import { MONTHS } from '../../../shared/english.ts'
import type { Json } from '../../../shared/json.ts'
import { respelled, type Spelling } from './respell.ts'
import type { Rewrite } from './rewrite.ts'

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(:\d{2})?(Z|\+00:00)?)?$/

interface Parts {
  year: string
  month: string
  day: string
  /** Hours and minutes; left out for a bare date. */
  clock?: string
  seconds: string
}

const ofDate =
  (write: (parts: Parts) => string | undefined) =>
  (value: Json): Json | undefined => {
    const [, year, month, day, clock, seconds = ':00'] =
      ISO.exec(typeof value === 'string' ? value : '') ?? []
    if (year === undefined || month === undefined || day === undefined) return undefined
    return write({ year, month, day, seconds, ...(clock === undefined ? {} : { clock }) })
  }

const isBare = ({ clock }: Parts): boolean => clock === undefined || clock === '00:00'
const iso = ({ year, month, day }: Parts): string => `${year}-${month}-${day}`
const monthOf = ({ month }: Parts): string => MONTHS[Number(month) - 1] ?? month
const timeOf = ({ clock = '00:00', seconds }: Parts): string => `${clock}${seconds}`

/** A moment an hour later, said in a zone that is an hour ahead. */
function anHourAhead(parts: Parts): string {
  const later = new Date(Date.parse(`${iso(parts)}T${timeOf(parts)}Z`) + 3_600_000)
  return `${later.toISOString().slice(0, 19)}+01:00`
}

const SPELLINGS: readonly Spelling[] = [
  ['with slashes', ofDate((at) => (isBare(at) ? iso(at).replaceAll('-', '/') : undefined))],
  [
    'in words, the day first',
    ofDate((at) => (isBare(at) ? `${Number(at.day)} ${monthOf(at)} ${at.year}` : undefined)),
  ],
  [
    'in words, the month first',
    ofDate((at) => (isBare(at) ? `${monthOf(at)} ${Number(at.day)}, ${at.year}` : undefined)),
  ],
  [
    'with a short month',
    ofDate((at) => (isBare(at) ? `${monthOf(at).slice(0, 3)} ${Number(at.day)}, ${at.year}` : undefined)),
  ],
  ['as a bare date', ofDate((at) => (at.clock !== undefined && isBare(at) ? iso(at) : undefined))],
  ['to the minute', ofDate((at) => (at.seconds === ':00' ? `${iso(at)}T${at.clock ?? '00:00'}` : undefined))],
  ['to the second', ofDate((at) => `${iso(at)}T${timeOf(at)}`)],
  ['with Z', ofDate((at) => `${iso(at)}T${timeOf(at)}Z`)],
  ['with a zero offset', ofDate((at) => `${iso(at)}T${timeOf(at)}+00:00`)],
  ['in another time zone', ofDate(anHourAhead)],
  ['with a blank before the time', ofDate((at) => `${iso(at)} ${timeOf(at)}`)],
]

/** Dates and moments in other forms of the same instant. */
export const dates: Rewrite = {
  name: 'dates',
  rewrites: (context) => respelled(context, ({ semantic }) => DATE_LIKE.has(semantic ?? ''), SPELLINGS),
}
