import { load } from './load.ts'
import { memoizeByString, memoizeOnce } from './memoize.ts'

const pluralize = memoizeOnce(() => load('pluralize') as typeof import('pluralize'))

/** Words that pluralize takes for plurals: `axis`, `redis`, `metadata` and `us` have one form. */
const HAS_ONE_FORM = /is$|a$|^..?$/

/** `caches`, which pluralize takes for one of `beaches` and `coaches`. */
const IN_ACHE = /(?<![eo])aches$/

/** `lens`, which pluralize takes for several of `len`, and `lenses` for several of `lense`. */
const IN_LENS = /(?<=(?:\b|_)[Ll]ens|Lens)(?:es)?$/

/** A noun in the singular: `categories` to `category`, `movies` to `movie`. */
export const singular: (word: string) => string = memoizeByString(10_000, (word) =>
  HAS_ONE_FORM.test(word)
    ? word
    : IN_LENS.test(word)
      ? word.replace(IN_LENS, '')
      : IN_ACHE.test(word)
        ? word.slice(0, -1)
        : pluralize().singular(word),
)

/** All that a noun may be in the singular: `bases` may be of `base` and of `basis`. */
const listPossibleSingulars = (word: string): string[] => [
  singular(word),
  pluralize().singular(word),
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
  word.replace(/es$/, 'is'),
]

/** A noun in the singular, by preference as one of some nouns: `cookies` to `cookie`, where there is one. */
export const findSingularAmong = (nouns: ReadonlySet<string>, word: string): string =>
  listPossibleSingulars(word).find((one) => one !== word && nouns.has(one)) ?? singular(word)

/** Whether a noun is in the plural, as far as its form shows. */
export const isPlural = (noun: string): boolean => singular(noun) !== noun

/** A noun in the plural: `status` to `statuses`. */
export const plural = (word: string): string =>
  IN_LENS.test(word) ? word.replace(IN_LENS, 'es') : pluralize().plural(word)
