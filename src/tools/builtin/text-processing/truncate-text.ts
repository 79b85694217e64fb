import { refuseIf } from '../../../schema/tool-error.ts'
import { countCodePoints, cutHead } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const truncateText = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), max_length: z.int(), suffix: z.string().default('...') }),
  output: (z) => ({ truncated: z.string(), was_truncated: z.boolean() }),
  run({ text, max_length, suffix }) {
    refuseIf(max_length < 0, 'max_length', `must be 0 or more, not ${max_length}`)
    if (countCodePoints(text) <= max_length) return { truncated: text, was_truncated: false }
    return {
      truncated: cutHead(text, Math.max(max_length - countCodePoints(suffix), 0)) + suffix,
      was_truncated: true,
    }
  },
})
