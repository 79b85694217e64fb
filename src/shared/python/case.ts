import { splitCodePoints } from './text.ts'

/** Digraphs, whose title case is neither their upper case nor themselves. */
const DIGRAPHS = new Map([...'ǅǈǋǲ'].map((letter) => [letter.toLowerCase(), letter]))

/** Title case of one letter; `ß` gives `Ss`. */
function convertLetter(letter: string): string {
  const digraph = DIGRAPHS.get(letter.toLowerCase())
  if (digraph !== undefined) return digraph
  const [first = '', ...rest] = splitCodePoints(letter.toUpperCase())
  return first + rest.join('').toLowerCase()
}

export function capitalize(text: string): string {
  const [first = ''] = splitCodePoints(text)
  return convertLetter(first) + text.toLowerCase().slice(first.toLowerCase().length)
}

/** Python's `str.title()`: title case after an uncased character, lower case after a cased one. */
export const convertToTitleCase = (text: string): string => text.replace(/\p{Cased}+/gu, capitalize)
