import { createHash } from 'node:crypto'
import { refuseIf } from '../../../schema/tool-error.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { hasLoneSurrogate } from './patterns.ts'

export const hashText = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), algorithm: z.enum(['md5', 'sha256', 'sha512']) }),
  output: (z) => ({ hash: z.string(), algorithm: z.enum(['md5', 'sha256', 'sha512']) }),
  run({ text, algorithm }) {
    refuseIf(hasLoneSurrogate(text), 'text', 'holds half of a surrogate pair, which UTF-8 cannot carry')
    return { hash: createHash(algorithm).update(text, 'utf8').digest('hex'), algorithm }
  },
})
