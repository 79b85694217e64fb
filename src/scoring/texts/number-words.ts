import { pattern } from '../../shared/pattern.ts'
import type { Span } from './spans.ts'
import { askedIn, nameWordsOf, type Wanted } from './wanted.ts'
import { contentWordsOf, withoutPlural } from './words.ts'

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const NUMBER = pattern(
  String.raw`(?<![\p{L}\p{Nd}_-])(?:${WORDS.join('|')})(?![\p{L}\p{Nd}_-]|['\u2019]\p{L})`,
  'giu',
)
const ANY = `(?:${WORDS.join('|')}|\\d)`

/** What makes another number of a number word, or no number: `five hundred`, `five to six`, `five more`. */
const GOES_ON = pattern(
  String.raw`^\s*(?:(?:hundred|thousand|million|billion|trillion|dozen|score|half|halves|thirds?|quarters?|fifths?|sixths?|point|and a|times|more|fewer|less|past|[ap]\.?m)(?!\p{L})|(?:(?:to|and|through|minus|plus|times|divided by)\s+|[-\u2013\u2014/+*x\u00d7.]\s*)?${ANY})`,
  'iu',
)
const BEGAN = pattern(
  String.raw`(?:(?<!\p{L})(?:hundred|thousand|million|billion|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|point|minus|negative|half)(?:\s+and)?|(?<!\p{L})${ANY}(?:\s+to|\s*[-\u2013\u2014/])?|\d)\s*$`,
  'iu',
)
const NEXT_WORD = /^\s+(?<word>\p{L}+)/u
const AROUND = 40

/** A number that a text says in a word. */
export interface NumberWord extends Span {
  value: number
}

/** The number words zero to twelve that stand for themselves. */
export const numberWordsIn = (text: string): NumberWord[] =>
  [...text.matchAll(NUMBER())].flatMap(({ 0: word, index }) => {
    const end = index + word.length
    const isPart =
      GOES_ON().test(text.slice(end, end + AROUND)) ||
      BEGAN().test(text.slice(Math.max(0, index - AROUND), index))
    return isPart ? [] : [{ start: index, end, value: WORDS.indexOf(word.toLowerCase()) }]
  })

/** The number of a number word. */
export const numberOfWord = (word: string): number => WORDS.indexOf(word.toLowerCase())

/** A word of a number, for patterns. */
export const NUMBER_WORD = `(?:${WORDS.join('|')})`

/** Whether "one" is a number, not a pronoun: it stands alone, or before what is counted. */
function isCounted({ start, end }: Span, text: string, wanted: Wanted): boolean {
  const next = NEXT_WORD.exec(text.slice(end, end + AROUND))?.groups?.word?.toLowerCase()
  if (next === undefined) return !/\p{L}[\s*_`"']*$/u.test(text.slice(Math.max(0, start - AROUND), start))
  const counted = contentWordsOf([askedIn(wanted), ...nameWordsOf(wanted)].join(' '))
  return counted.has(withoutPlural(next)) || counted.has(`${next}s`)
}

/** Where a whole number of at most twelve stands as a word. */
export function numberWordPlaces(value: number, text: string, wanted: Wanted): Span[] {
  if (!Number.isInteger(value) || value < 0 || value >= WORDS.length) return []
  return numberWordsIn(text).filter(
    (said) => said.value === value && (value !== 1 || isCounted(said, text, wanted)),
  )
}
