import { refuse } from '../../../schema/tool-error.ts'
import { MAX_PATTERN_MS, TimeLimitError } from '../../../shared/time-limit.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { findAll, PatternError } from '../../python/pattern.ts'
import { UnansweredCall } from '../../unanswered-call.ts'

export const regexMatch = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string(), pattern: z.string(), return_all: z.boolean().default(false) }),
  output: (z) => ({ matches: z.array(z.union([z.string(), z.array(z.string())])), count: z.int() }),
  run({ text, pattern, return_all }) {
    try {
      return findAll(pattern, text, return_all)
    } catch (error) {
      if (error instanceof PatternError) refuse('pattern', `cannot be matched: ${error.message}`)
      // How far a pattern comes in its time depends on the machine, so it has no answer.
      if (error instanceof TimeLimitError || error instanceof RangeError)
        throw new UnansweredCall(
          `regex_match has no answer: the pattern takes more than ${MAX_PATTERN_MS} ms, or too much memory`,
          { cause: error },
        )
      throw error
    }
  },
})
