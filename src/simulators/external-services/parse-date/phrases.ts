import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawWrittenDate } from '../../../generate/pools/written-dates.ts'

export const parseDate = definePhrases({
  tool: 'parse_date',
  draw: (rng) => ({ date_string: drawWrittenDate(rng) }),
  asks: [
    'read {date_string} as a date',
    'bring {date_string} into the ISO form of a date',
    'take {date_string} apart as a date and put it into the form YYYY-MM-DD',
    'turn {date_string}, which is a date, into ISO notation',
    'work out which calendar day {date_string} means',
  ],
  outputs: { '/iso_date': 'date in ISO form' },
  answers: [{ at: ['/iso_date'], gives: 'the date as YYYY-MM-DD' }],
})
