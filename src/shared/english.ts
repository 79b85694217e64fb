/** What the program knows of English words: of the nouns that it counts and of those in names of tools, and months. */

export const MONTHS: readonly string[] =
  'January February March April May June July August September October November December'.split(' ')

/** The first three letters of each month, which tell it from the others. */
export const MONTH_ABBREVIATIONS: readonly string[] = MONTHS.map((name) => name.slice(0, 3))

/** A noun in the plural: `pets`, `boxes`, `entries`. */
export const plural = (noun: string): string =>
  noun.replace(/(?:(?<y>[^aeiou])y|(?<hiss>s|x|z|ch|sh)|(?<other>.))$/, (_, y, hiss, other) =>
    y !== undefined ? `${y}ies` : hiss !== undefined ? `${hiss}es` : `${other}s`,
  )

/** A noun in the singular: `categories` to `category`. */
export function singular(word: string): string {
  if (/ies$/.test(word) && word.length > 4) return word.replace(/ies$/, 'y')
  if (/(?:ss|sh|ch|x|zz|status|bonus|virus|campus)es$/.test(word)) return word.slice(0, -2)
  if (/(?:ss|us|is|news|series)$/.test(word)) return word
  return word.replace(/s$/, '')
}

/** `1 task`, `2 tasks`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : plural(noun)}`
