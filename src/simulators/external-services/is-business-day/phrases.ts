import { drawDate } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

export const isBusinessDay = definePhrases({
  tool: 'is_business_day',
  weak: true,
  draw: (rng) => ({ date: drawDate(rng, 1905, 2095) }),
  asks: [
    'check whether {date} is a working day',
    'find out if {date} lies within the working week or on a weekend',
    'tell whether {date} falls on a working day, and on which weekday',
    'look up whether {date} is one of the days on which offices work',
  ],
  outputs: { '/day_of_week': 'weekday', '/is_business_day': 'truth value for a working day' },
  answers: [
    {
      at: ['/is_business_day', '/day_of_week'],
      gives: 'true for a working day or false for another, then the English name of the weekday',
    },
  ],
})
