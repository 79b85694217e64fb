import { refuseIf } from '../../../schema/tool-error.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { hasLoneSurrogate } from './patterns.ts'

export const base64Encode = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({ encoded: z.string() }),
  run({ text }) {
    refuseIf(hasLoneSurrogate(text), 'text', 'holds half of a surrogate pair, which UTF-8 cannot carry')
    return { encoded: Buffer.from(text, 'utf8').toString('base64') }
  },
})
