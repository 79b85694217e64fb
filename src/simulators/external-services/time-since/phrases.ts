import { drawDate } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

export const timeSince = definePhrases({
  tool: 'time_since',
  draw(rng) {
    const day = drawDate(rng, 1950, 2023)
    return { date: rng.int(0, 1) === 0 ? day : `${day}T${rng.int(10, 22)}:${rng.int(10, 59)}:00Z` }
  },
  asks: [
    'find out how long ago {date} was',
    'measure the time that has gone by since {date}',
    'tell how much time lies between {date} and now',
    'work out the age of something that began at {date}',
  ],
  outputs: {
    '/human_readable': 'time that has passed, in words',
    '/days': 'number of days that have passed',
  },
  answers: [
    {
      at: ['/days', '/hours'],
      gives: 'the number of whole days that have passed, then the whole hours beyond those days',
    },
    { at: ['/human_readable'], gives: 'the time that has passed in words, exactly as it came out' },
  ],
})
