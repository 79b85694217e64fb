import { codePoints } from './text.ts'

// Letters whose title case is neither their upper case nor themselves: digraphs and Greek iota subscripts.
const TITLE_LETTERS = new Map(
  codePoints('ǅǈǋǲᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾼῌῼ').flatMap((letter) =>
    [letter, letter.toLowerCase(), letter.toUpperCase()].map((form) => [form, letter] as const),
  ),
)

/** Unicode title case of one character; `ß` gives `Ss`. */
function titleLetter(char: string): string {
  const special = TITLE_LETTERS.get(char)
  if (special !== undefined) return special
  // Georgian has capitals for all-capital text only.
  if (char >= '\u10d0' && char <= '\u10ff') return char
  const upper = char.toUpperCase()
  if (upper.length === 1) return upper
  return upper.replace(/^(\P{Cased}*\p{Cased})(.+)$/su, (_, first: string, rest: string) => {
    return first + rest.toLowerCase()
  })
}

/** Characters of the text with their lower case in context: a final sigma depends on its neighbours. */
function lowerInContext(text: string): (readonly [char: string, lower: string])[] {
  const lowered = text.toLowerCase()
  let offset = 0
  return codePoints(text).map((char) => {
    const size = char.toLowerCase().length
    const lower = lowered.slice(offset, offset + size)
    offset += size
    return [char, lower] as const
  })
}

const ASCII = /^[\0-\x7f]*$/

/** Python's `str.title()`: title case after an uncased character, lower case after a cased one. */
export function title(text: string): string {
  if (ASCII.test(text)) {
    return text.toLowerCase().replaceAll(/[a-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1))
  }
  let afterCased = false
  return lowerInContext(text)
    .map(([char, lower]) => {
      const result = afterCased ? lower : titleLetter(char)
      afterCased = /\p{Cased}/u.test(char)
      return result
    })
    .join('')
}

export const capitalize = (text: string): string =>
  ASCII.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
    : lowerInContext(text)
        .map(([char, lower], i) => (i === 0 ? titleLetter(char) : lower))
        .join('')
