import { refuseIf } from '../../../schema/tool-error.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { unescapeSeparator } from './patterns.ts'

export const splitText = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), delimiter: z.string() }),
  output: (z) => ({ parts: z.array(z.string()), count: z.int() }),
  run({ text, delimiter }) {
    refuseIf(delimiter === '', 'delimiter', 'must not be empty')
    const parts = text.split(unescapeSeparator(delimiter))
    return { parts, count: parts.length }
  },
})
