import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawReadings } from '../../../generate/pools/chain-readings.ts'

export const extractNumbers = definePhrases({
  tool: 'extract_numbers',
  draw: (rng) => ({ text: drawReadings(rng) }),
  asks: [
    'list the numbers that occur in {text}, in order',
    'pull all numbers out of {text}',
    'collect the numeric values in {text} in the order in which they appear',
    'read the numbers off {text}, without their units',
    'go through {text} from left to right and note every number',
  ],
  outputs: {
    '/numbers': 'list of numbers',
    '/numbers/0': 'first number',
    '/numbers/1': 'second number',
    '/count': 'count of numbers',
  },
  answers: [
    { at: ['/numbers/0'], gives: 'the first number, without its unit' },
    {
      at: ['/count', '/numbers/1'],
      gives: 'how many numbers there are, then the second of them without its unit',
    },
    {
      at: ['/numbers/2', '/numbers/0'],
      gives: 'the third number, then the first one, both without units',
    },
  ],
})
