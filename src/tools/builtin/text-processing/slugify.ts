import { defineBuiltIn } from '../../define-built-in.ts'
import { SPACE_RANGES } from './patterns.ts'

const UNWANTED = new RegExp(`[^a-z0-9_${SPACE_RANGES}-]`, 'gu')
const SEPARATORS = new RegExp(`[_${SPACE_RANGES}-]+`, 'gu')

export const slugify = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({ slug: z.string() }),
  run({ text }) {
    const slug = text
      .normalize('NFKD')
      .replace(/\P{ASCII}/gu, '')
      .toLowerCase()
      .replace(UNWANTED, '')
      .replace(SEPARATORS, '-')
      .replace(/^-|-$/g, '')
    return { slug }
  },
})
