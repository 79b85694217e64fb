import { capitalize, convertToTitleCase } from '../../../shared/python/case.ts'
import { splitWhitespace } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

/** Words between blanks, underscores, hyphens and changes from a small to a capital letter. */
const splitWords = (text: string): string[] =>
  splitWhitespace(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' '))

const CASES = {
  upper: (text: string) => text.toUpperCase(),
  lower: (text: string) => text.toLowerCase(),
  title: convertToTitleCase,
  camel: (text: string) =>
    splitWords(text)
      .map((word, i) => (i === 0 ? word.toLowerCase() : capitalize(word)))
      .join(''),
  snake: (text: string) =>
    splitWords(text)
      .map((word) => word.toLowerCase())
      .join('_'),
}

export const caseConvert = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), target_case: z.enum(['upper', 'lower', 'title', 'camel', 'snake']) }),
  output: (z) => ({ converted: z.string() }),
  run: ({ text, target_case }) => ({ converted: CASES[target_case](text) }),
})
