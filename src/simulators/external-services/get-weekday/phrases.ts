import { drawDate } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

export const getWeekday = definePhrases({
  tool: 'get_weekday',
  weak: true,
  draw: (rng) => ({ date: drawDate(rng, 1905, 2095) }),
  asks: [
    'find out which day of the week {date} is',
    'tell the weekday of {date}',
    'look up on which day of the week {date} falls',
    'work out the weekday that goes with {date} as the date',
  ],
  outputs: { '/weekday': 'weekday', '/day_number': 'number of the day within the week' },
  answers: [
    {
      at: ['/weekday', '/day_number'],
      gives: 'the English name of the weekday, then its number within the week as it came out',
    },
  ],
})
