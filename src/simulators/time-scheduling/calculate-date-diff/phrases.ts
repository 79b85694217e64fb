import { drawDate } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

export const calculateDateDiff = definePhrases({
  tool: 'calculate_date_diff',
  draw(rng) {
    const [date1, date2] = rng.shuffle([drawDate(rng, 1961, 2004), drawDate(rng, 2008, 2045)])
    return { date1: date1 as string, date2: date2 as string }
  },
  asks: [
    'work out how far apart {date1} as the first date and {date2} as the second date are',
    'measure the distance from {date1}, the first date, to {date2}, the second date',
    'take {date1} for the first date and {date2} for the second, and compute the difference between them',
    'compute the span between two dates (first date: {date1}; second date: {date2})',
    'find the time that lies between {date1}, which is the first date, and {date2}, which is the second',
  ],
  outputs: {
    '/days': 'difference in days',
    '/weeks': 'difference in weeks',
    '/months': 'difference in months',
    '/years': 'difference in years',
  },
  answers: [
    { at: ['/days', '/weeks'], gives: 'the difference in days, then the difference in weeks, as found' },
    { at: ['/months'], gives: 'the difference in months, as found' },
    { at: ['/days', '/years'], gives: 'the difference in days, then the difference in years, as found' },
    { at: ['/weeks', '/months'], gives: 'the difference in weeks, then the difference in months, as found' },
  ],
})
