import { answeredIn, labelled } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

const LENGTH = 2000
const SENTENCE =
  'The tools were called in turn and everything that they said was looked at with care before it was passed on. '

const prose = (length: number): string => SENTENCE.repeat(Math.ceil(length / SENTENCE.length)).trim()

/** An answer among 2,000 characters of prose. */
export const proseAround: Rewrite = {
  name: 'prose-around',
  rewrites: (context) =>
    answeredIn(context, [
      [
        'after 2,000 characters of prose',
        (entries) => `${prose(LENGTH)}\n\nANSWER: ${labelled(entries, '; ')}`,
      ],
      [
        'amid 2,000 characters of prose',
        (entries) => `${prose(LENGTH / 2)}\n\nANSWER: ${labelled(entries, '; ')}\n\n${prose(LENGTH / 2)}`,
      ],
    ]),
}
