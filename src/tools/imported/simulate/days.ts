import { nameWords } from '../../../shared/english.ts'
import type { Making } from './making.ts'

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

/** A day within a year of the present one, to come unless the name says that it is past; birthdays lie further back. */
export function drawDay(making: Making, at: string, name: string): string {
  const words = nameWords(name)
  const [, range] = DAYS.find(([pattern]) => words.some((word) => pattern.test(word))) ?? []
  const days = making.draw.figure(at, undefined, { ...(range ?? { min: 1, max: 360 }), decimals: 0 })
  return new Date(making.now + days * DAY).toISOString().slice(0, 10)
}

/** A moment on such a day, to the quarter of an hour. */
export function drawMoment(making: Making, at: string, name: string): string {
  const minutes = making.draw.figure(`${at} time`, undefined, { min: 28, max: 75, decimals: 0 }) * 15
  return `${drawDay(making, at, name)}T${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:00Z`
}
