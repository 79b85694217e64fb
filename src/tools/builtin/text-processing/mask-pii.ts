import { field } from '../../../schema/semantic.ts'
import { countCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { createFinder, findEmails, findPhones, WORD_END, WORD_START } from './patterns.ts'

const findSsns = createFinder(`${WORD_START}\\p{Nd}{3}-\\p{Nd}{2}-\\p{Nd}{4}${WORD_END}`)

const TYPES = ['ssn', 'email', 'phone'] as const
const FINDERS = { ssn: findSsns, email: findEmails, phone: findPhones }

interface PiiFinding {
  type: (typeof TYPES)[number]
  value: string
  position: number
}

export const maskPii = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({
    masked_text: z.string(),
    pii_found: z.array(
      z.strictObject({
        type: field(z.enum(TYPES), 'category', 'Kind of data.'),
        value: field(z.string(), 'text', 'What was replaced.'),
        position: field(
          z.int(),
          'index',
          'Offset in characters from 0, in the text as it was before this kind was masked.',
        ),
      }),
    ),
  }),
  run({ text }) {
    const found: PiiFinding[] = []
    let masked = text
    for (const type of TYPES) {
      let rebuilt = ''
      let end = 0
      let position = 0
      for (const { text: value, start } of FINDERS[type](masked)) {
        const before = masked.slice(end, start)
        position += countCodePoints(before)
        found.push({ type, value, position })
        position += countCodePoints(value)
        rebuilt += `${before}[${type.toUpperCase()}]`
        end = start + value.length
      }
      masked = rebuilt + masked.slice(end)
    }
    return { masked_text: masked, pii_found: found }
  },
})
