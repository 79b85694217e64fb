import { field } from '../../../schema/semantic.ts'
import { digest } from '../../../shared/python/digest.ts'
import { drawPerson } from '../../content/pools/people.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const createContact = defineBuiltIn({
  name: 'create_contact',
  category: 'communication',
  // The address book does not merge: the same person entered twice is there twice.
  effect: 'write',
  capability: 'save-contact',
  description:
    'Enters a person with e-mail address and optional phone number into the address book and returns the id of the entry. Address and number are taken as given, without a check; no message is sent.',
  input: (z) => ({
    name: field(z.string(), 'person', 'Full name, for example "Ana Lopez".'),
    email: field(z.string(), 'email', 'E-mail address, for example "ana@example.com".'),
    phone: field(z.string(), 'phone', 'Phone number, for example "+34 600 123 456".').optional(),
  }),
  output: (z) => ({
    contact_id: field(z.string(), 'id', 'Id of the entry, "con_" and 12 hex digits.'),
    name: field(z.string(), 'person', 'Full name.'),
    email: field(z.string(), 'email', 'E-mail address.'),
    phone: field(z.string().nullable(), 'phone', 'Phone number, or null.'),
    confirmation: field(z.string(), 'text', 'Sentence that confirms the entry.'),
  }),
  run: ({ name, email, phone }, _world, call) => ({
    contact_id: call.recordId(`con_${digest('contact', name, email).slice(0, 12)}`),
    name,
    email,
    phone: phone ?? null,
    confirmation: `"${name}" is now in your address book.`,
  }),
  drawArguments(rng) {
    const { name, email, phone } = drawPerson(rng)
    return { name, email, ...(rng.int(0, 2) === 0 ? {} : { phone }) }
  },
})
