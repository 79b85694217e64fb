import { drawDate } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { WEEKDAYS } from '../calendar-date.ts'

export const nextOccurrence = definePhrases({
  tool: 'next_occurrence',
  draw: (rng) => ({ weekday: rng.pick(WEEKDAYS), after_date: drawDate(rng, 2018, 2060) }),
  asks: [
    'find the first {weekday} after {after_date}',
    'work out the date of the next {weekday} that follows {after_date}',
    'look for the {weekday} that comes soonest after {after_date}',
    'tell on which date it is {weekday} for the first time after {after_date}',
    'start from {after_date}, not counting that day itself, and find the nearest {weekday}',
  ],
  outputs: { '/date': 'date of that weekday', '/days_until': 'number of days until then' },
  answers: [
    { at: ['/date'], gives: 'the date found as YYYY-MM-DD' },
    { at: ['/date', '/days_until'], gives: 'the date as YYYY-MM-DD, then the number of days until it' },
  ],
})
