import { refuseIf } from '../../../schema/tool-error.ts'
import { splitCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { MAX_RESULT } from './patterns.ts'

export const stringReplace = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), old: z.string(), new: z.string() }),
  output: (z) => ({ result: z.string(), replacements: z.int() }),
  run({ text, old, new: replacement }) {
    const pieces = old === '' ? ['', ...splitCodePoints(text), ''] : text.split(old)
    const replacements = pieces.length - 1
    refuseIf(
      text.length + replacements * (replacement.length - old.length) > MAX_RESULT,
      'new',
      `would make a result of more than ${MAX_RESULT} characters`,
    )
    return { result: pieces.join(replacement), replacements }
  },
})
