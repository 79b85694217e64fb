import { field } from '../../../schema/semantic.ts'
import { refuse } from '../../../schema/tool-error.ts'
import { MAX_PATTERN_MS, TimeLimitError } from '../../../shared/time-limit.ts'
import { drawCodeText } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { findAll, PatternError } from '../../python/pattern.ts'
import { UnansweredCall } from '../../unanswered-call.ts'

export const regexMatch = defineBuiltIn({
  name: 'regex_match',
  category: 'text_processing',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Finds what a regular expression of the Python dialect matches in a text and counts the matches. Without groups a match is its text, with one group that group\'s text, with more a list of their texts; a group that took no part gives "". It changes nothing: for literal replacements use string_replace.',
  input: (z) => ({
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
  output: (z) => ({
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
        refuse('pattern', `cannot be matched: ${message}, at position ${position}`)
      }
      // How far a pattern comes in its time depends on the machine, so it has no answer.
      if (error instanceof TimeLimitError || error instanceof RangeError)
        throw new UnansweredCall(
          `regex_match has no answer: the pattern takes more than ${MAX_PATTERN_MS} ms, or too much memory`,
          { cause: error },
        )
      throw error
    }
  },
  drawArguments: (rng) => ({
    ...drawCodeText(rng),
    ...(rng.int(0, 1) === 0 ? {} : { return_all: true }),
  }),
})
