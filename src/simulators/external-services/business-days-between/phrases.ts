import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawDateSpan } from '../../../generate/pools/date-spans.ts'

export const businessDaysBetween = definePhrases({
  tool: 'business_days_between',
  draw(rng) {
    const [start_date, end_date] = drawDateSpan(rng, 12, 900)
    return { start_date, end_date }
  },
  asks: [
    'count the working days and all the days from {start_date} to {end_date}',
    'find out how many days from Monday to Friday, and how many days in all, it is from {start_date} until {end_date}',
    'take {start_date} as the start and {end_date} as the end, and count the working days as well as all days',
    'tell how long the span from {start_date} until {end_date} is in working days and in calendar days',
  ],
  outputs: { '/business_days': 'number of working days', '/total_days': 'number of days in all' },
  answers: [
    {
      at: ['/business_days', '/total_days'],
      gives: 'the number of working days, then the number of days in all',
    },
  ],
})
