import { z } from 'zod'
import { field } from '../../schema/semantic.ts'
import { codePoints, splitWhitespace } from '../../shared/python/text.ts'
import { defineSimulator } from '../define-simulator.ts'

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

/** Python's `str.title()`: title case after an uncased character, lower case after a cased one. */
function titled(text: string): string {
  let afterCased = false
  return lowerInContext(text)
    .map(([char, lower]) => {
      const result = afterCased ? lower : titleLetter(char)
      afterCased = /\p{Cased}/u.test(char)
      return result
    })
    .join('')
}

/** Python's `str.capitalize()`. */
const capitalized = (text: string): string =>
  lowerInContext(text)
    .map(([char, lower], i) => (i === 0 ? titleLetter(char) : lower))
    .join('')

/** Words between blanks, underscores, hyphens and changes from a small to a capital letter. */
const wordsOf = (text: string): string[] =>
  splitWhitespace(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' '))

const CASES = {
  upper: (text: string) => text.toUpperCase(),
  lower: (text: string) => text.toLowerCase(),
  title: titled,
  camel: (text: string) =>
    wordsOf(text)
      .map((word, i) => (i === 0 ? word.toLowerCase() : capitalized(word)))
      .join(''),
  snake: (text: string) =>
    wordsOf(text)
      .map((word) => word.toLowerCase())
      .join('_'),
}

export const caseConvert = defineSimulator({
  name: 'case_convert',
  category: 'text_processing',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Rewrites a text in upper, lower or title case, or as one camelCase or snake_case name. Punctuation stays in all of them, and title case capitalizes after apostrophes too ("They\'Re"). For names that go into web addresses use a slug.',
  input: z.strictObject({
    text: field(z.string(), 'text', 'Text to rewrite.'),
    target_case: field(
      z.enum(['upper', 'lower', 'title', 'camel', 'snake']),
      'enum',
      'Case wanted; "camel" and "snake" join the words.',
    ),
  }),
  output: z.strictObject({
    converted: field(z.string(), 'text', 'The text in that case.'),
  }),
  run({ text, target_case }) {
    return { converted: CASES[target_case](text) }
  },
})
