import { drawDate } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

export const formatDate = definePhrases({
  tool: 'format_date',
  draw: (rng) => ({ date: drawDate(rng, 1905, 2095), format: rng.pick(['short', 'long', 'us', 'eu']) }),
  asks: [
    'write {date} in the notation called {format}',
    'put {date} into the date format {format}',
    'show how {date} reads in the format named {format}',
    'use the notation {format} to write down {date}',
    'turn {date} into a date as the format {format} has it',
  ],
  outputs: { '/formatted': 'date in that notation' },
  answers: [{ at: ['/formatted'], gives: 'the date exactly as it came out' }],
})
