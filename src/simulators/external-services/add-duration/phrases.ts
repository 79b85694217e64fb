import { drawDate, drawDateTime } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import type { Rng } from '../../../shared/rng.ts'

const PARTS: readonly (readonly [name: string, draw: (rng: Rng) => number])[] = [
  ['days', (rng) => rng.int(2, 400)],
  ['hours', (rng) => rng.int(2, 70)],
  ['minutes', (rng) => rng.int(2, 170)],
]

export const addDuration = definePhrases({
  tool: 'add_duration',
  draw(rng) {
    const date = rng.int(0, 2) === 0 ? drawDate(rng, 2022, 2036) : drawDateTime(rng).replace(' ', 'T')
    const parts = rng.sample(PARTS, rng.int(1, 3))
    return { date, ...Object.fromEntries(parts.map(([name, draw]) => [name, draw(rng)])) }
  },
  asks: [
    'work out which moment comes[ {days} days][ {hours} hours][ {minutes} minutes] after {date}',
    'move {date} forward by[ {days} days][ {hours} hours][ {minutes} minutes]',
    'add[ {days} days][ {hours} hours][ {minutes} minutes] to {date}',
    'find the end of a period that starts at {date} and lasts[ {days} days][ {hours} hours][ {minutes} minutes]',
    'tell what date and time it is once[ {days} days][ {hours} hours][ {minutes} minutes] have gone by since {date}',
  ],
  outputs: { '/result_date': 'resulting date and time' },
  answers: [{ at: ['/result_date'], gives: 'the resulting date and time as YYYY-MM-DDTHH:MM:SSZ' }],
})
