import { findAll } from '../../../python/regex/find-all.ts'
import { LimitError } from '../../../python/regex/limit-error.ts'
import { PatternError } from '../../../python/regex/pattern.ts'
import { field } from '../../../schema/semantic.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { unprocessable } from '../../tool-error.ts'

export const regexMatch = defineBuiltIn({
  name: 'regex_match',
  category: 'text_processing',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Finds what a regular expression of the Python dialect matches in a text and counts the matches. Without groups a match is its text, with one group that group\'s text, with more a list of their texts; a group that took no part gives "". It changes nothing: for literal replacements use string_replace.',
  input: (z) =>
    z.strictObject({
      text: field(z.string(), 'text', 'Text to search.'),
      pattern: field(
        z.string(),
        'expression',
        'Regular expression of Python\'s re module, for example "(\\d{4})-(\\d{2})" or "(?i)\\bcat\\b".',
      ),
      return_all: field(
        z.boolean().default(false),
        'boolean',
        'True to return every match, false for the first alone.',
      ),
    }),
  output: (z) =>
    z.strictObject({
      matches: field(
        z.array(z.union([z.string(), z.array(z.string())])),
        'texts',
        'Matches from left to right: texts, or lists of texts where the pattern has two groups or more.',
      ),
      count: field(z.int(), 'count', 'How many matches there are, returned or not.'),
    }),
  run({ text, pattern, return_all }) {
    try {
      return findAll(pattern, text, return_all)
    } catch (error) {
      if (error instanceof PatternError) {
        const { message, position } = error
        throw unprocessable('pattern', `"pattern" is not valid: ${message}, at position ${position}`)
      }
      if (error instanceof LimitError) throw unprocessable('pattern', error.message)
      throw error
    }
  },
})
