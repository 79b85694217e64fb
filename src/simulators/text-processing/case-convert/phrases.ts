import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawWorkTitle } from '../../../generate/pools/work-titles.ts'

/** How the text is written beforehand, by the case that it is to get: never in that case itself. */
const BEFORE: readonly (readonly [target: string, write: (text: string) => string])[] = [
  ['upper', (text) => text],
  ['lower', (text) => text.toUpperCase()],
  ['title', (text) => text.toLowerCase()],
  ['camel', (text) => text],
  ['snake', (text) => text],
]

export const caseConvert = definePhrases({
  tool: 'case_convert',
  draw(rng) {
    const [target_case, write] = rng.pick(BEFORE)
    const text = rng.int(0, 1) === 0 ? drawWorkTitle(rng) : `${drawWorkTitle(rng)} ${rng.int(2, 90)}`
    return { text: write(text), target_case }
  },
  asks: [
    'rewrite {text} in {target_case} case',
    'change the letters of {text} to {target_case} case',
    'put {text} into {target_case} case',
    'bring {text} into the form that is called {target_case} case',
    'get me {text} in {target_case} case',
  ],
  outputs: { '/converted': 'rewritten text' },
  answers: [{ at: ['/converted'], gives: 'the rewritten text, exactly as it came out' }],
})
