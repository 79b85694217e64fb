/** What the program knows of words: of those in names, of the nouns that it counts, and months. */
import { memoizeByString, memoizeOnce } from './memoize.ts'

export const MONTHS: readonly string[] =
  'January February March April May June July August September October November December'.split(' ')

/** The first three letters of each month, which tell it from the others. */
export const MONTH_ABBREVIATIONS: readonly string[] = MONTHS.map((name) => name.slice(0, 3))

/** The number of a month, from 1, by the first three letters of its name; 0 where no month begins with them. */
export const findMonthNumber = (name: string): number =>
  MONTHS.findIndex((full) => full.toLowerCase().startsWith(name.slice(0, 3).toLowerCase())) + 1

/** `recipientEmail`, `recipient_email` and `recipient-email` as words in small letters. */
export const nameWords: (name: string) => readonly string[] = memoizeByString(50_000, (name) =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== ''),
)

/** What makes two names one: `patient_id`, `patientId` and `PatientID` are alike. */
export const normalizeBareName = (name: string): string => nameWords(name).join('')

/** Words as the name of a type: `store order` to `StoreOrder`. */
export const joinPascalCase = (words: readonly string[]): string =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')

/** A noun in the plural: `pets`, `boxes`, `entries`. */
export const pluralizeNoun = (noun: string): string =>
  noun.replace(/(?:(?<y>[^aeiou])y|(?<hiss>s|x|z|ch|sh)|(?<other>.))$/, (_, y, hiss, other) =>
    y !== undefined ? `${y}ies` : hiss !== undefined ? `${hiss}es` : `${other}s`,
  )

/** `1 task`, `2 tasks`. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : pluralizeNoun(noun)}`

/** `2,000`; Intl takes as long to load as a run to be summed up. */
export const groupDigits = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** Words of 0 to 19; the word of a number stands at its index. */
export const ONES: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
/** Words of 20 to 90 in steps of ten. */
export const TENS: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** Words that multiply what stands before them, largest first; "hundred" is one too. */
export const SCALES: readonly (readonly [word: string, factor: number])[] = [
  ['billion', 1e9],
  ['million', 1e6],
  ['thousand', 1e3],
]
const writeScale = (factor: number, locale: string, compactDisplay: 'short' | 'long'): string =>
  new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay })
    .formatToParts(2 * factor)
    .find(({ type }) => type === 'compact')?.value ?? ''
/** Every way of writing a scale behind a number, with its factor: `thousand`, `K` and `k`, `bn` and `B`. */
export const scaleForms = memoizeOnce((): ReadonlyMap<string, number> => {
  const ways = ['en', 'en-GB'].flatMap((locale) =>
    (['short', 'long'] as const).map((how) => [locale, how] as const),
  )
  return new Map(
    [1e3, 1e6, 1e9, 1e12].flatMap((factor) =>
      ways.map(([locale, how]) => [writeScale(factor, locale, how), factor] as const),
    ),
  )
})
export const HUNDRED = 100
