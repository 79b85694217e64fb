import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawCodeText } from '../../../generate/pools/code-texts.ts'

export const regexMatch = definePhrases({
  tool: 'regex_match',
  draw: (rng) => ({ ...drawCodeText(rng), ...(rng.int(0, 1) === 0 ? {} : { return_all: true }) }),
  asks: [
    'find what the regular expression {pattern} matches in {text}[, with the return of all matches set to {return_all}]',
    'search {text} with the regular expression {pattern}[, with {return_all} for the switch that returns all matches]',
    'apply the pattern {pattern} (a regular expression) to {text}[ and set the option to return all matches to {return_all}]',
    'match the regular expression {pattern} against {text}[, returning all matches being {return_all}]',
    'use {pattern} as a regular expression on {text}[, where the setting for returning all matches is {return_all}]',
  ],
  outputs: { '/matches/0': 'first match', '/count': 'number of matches' },
  answers: [
    { at: ['/matches/0'], gives: 'the first match, which is what the group of the pattern takes in' },
    {
      at: ['/count', '/matches/0'],
      gives:
        'the number of matches in the whole text, then the first match, which is what the group of the pattern takes in',
    },
  ],
  ownValues: ['text', 'pattern'],
})
