const MOMENT =
  /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}):(\d{2})(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const DAY = /^(\d{1,2})\p{L}{0,2}$/u
const TIME = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/
const HALF = /^(?:am|pm)$/
const YEAR = /^(?:19|20)\d{2}$/

const listMonthNames = (month: number): string[] =>
  (['long', 'short'] as const).map((style) =>
    new Intl.DateTimeFormat('en', { month: style, timeZone: 'UTC' })
      .format(Date.UTC(2000, month - 1))
      .toLowerCase(),
  )

/**
 * Whether a prompt states a date, a month or a moment part by part: `2027-01-14T09:00` in "14 January 2027, 9:00 to 12:00".
 * A prompt that names no year leaves it to the agent.
 */
export function statesMoment(prompt: string, value: string): boolean {
  const [, year = '', month, day, hour, minute] = MOMENT.exec(value) ?? []
  if (month === undefined) return false
  const words = prompt.toLowerCase().split(/[^\p{L}\p{N}:]+/u)
  const years = words.filter((word) => YEAR.test(word))
  const isDay = (word: string): boolean => Number(DAY.exec(word)?.[1]) === Number(day)
  return (
    listMonthNames(Number(month)).some((name) => words.includes(name)) &&
    (years.length === 0 ? day !== undefined : years.includes(year)) &&
    (day === undefined || words.some(isDay)) &&
    (hour === undefined || words.some((word, i) => readTime(word, words[i + 1]) === `${hour}:${minute}`))
  )
}

/** The time of day that a word says, on the clock of 24 hours: `9:30`, `9pm`, or `9` before `pm`. */
function readTime(word: string, next = ''): string | undefined {
  const [, hour, minute = '00', own] = TIME.exec(word) ?? []
  const half = own ?? (HALF.test(next) ? next : undefined)
  if (hour === undefined || (half === undefined && !word.includes(':'))) return undefined
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute}`
}
