import { digest } from '../../../shared/python/digest.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const createContact = defineBuiltIn({
  // The address book does not merge: the same person entered twice is there twice.
  effect: 'write',
  capability: 'save-contact',
  input: (z) => ({ name: z.string(), email: z.string(), phone: z.string().optional() }),
  output: (z) => ({
    contact_id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    confirmation: z.string(),
  }),
  run: ({ name, email, phone }, _world, call) => ({
    contact_id: call.recordId(`con_${digest('contact', name, email).slice(0, 12)}`),
    name,
    email,
    phone: phone ?? null,
    confirmation: `"${name}" is now in your address book.`,
  }),
})
