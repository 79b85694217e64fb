import { byText } from '../../shared/by-text.ts'

/** A word of a text, in small letters, and where it stands. */
export interface Word {
  word: string
  start: number
  end: number
}

/** English words that say nothing of a value. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be been but by can do does each find for from get gets give given gives go had has have here how i ' +
    'if in into is it its just let me my no not now of off on once one only or our out over please put see so such tell ' +
    'than that the their them then there these they this those to up use used was we were what when where which while ' +
    'who will with you your'
  ).split(' '),
)

const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lt}\p{Lm}]+|\p{Nd}+/gu

/** Texts of which the words are kept. */
const KEPT_TEXTS = 512

/** Words of a text; `wind_speed_kmh` and `windSpeedKmh` are three each. */
export const wordsOf: (text: string) => readonly Readonly<Word>[] = byText(KEPT_TEXTS, (text) =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  })),
)

/** Words of a text that say something, each once, without the ending of a plural. */
export const contentWordsOf: (text: string) => ReadonlySet<string> = byText(
  KEPT_TEXTS,
  (text) =>
    new Set(
      wordsOf(text)
        .filter(({ word }) => !STOP_WORDS.has(word))
        .map(({ word }) => withoutPlural(word)),
    ),
)

/** A word without the s of a plural: `figures` and `figure` are one. */
export const withoutPlural = (word: string): string =>
  word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
