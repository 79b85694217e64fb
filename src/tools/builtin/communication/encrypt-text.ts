import { createHash } from 'node:crypto'
import { dumpPythonJson } from '../../../shared/python/json.ts'
import { countCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const METHODS = ['aes256', 'rsa'] as const

export const encryptText = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), method: z.enum(METHODS) }),
  output: (z) => ({
    encrypted: z.string(),
    method: z.enum(METHODS),
    original_length: z.int(),
    encrypted_length: z.int(),
  }),
  run({ text, method }) {
    // The published cipher text is a digest.
    const encrypted = createHash('sha256').update(dumpPythonJson({ method, text }, true)).digest('base64')
    return { encrypted, method, original_length: countCodePoints(text), encrypted_length: encrypted.length }
  },
})
