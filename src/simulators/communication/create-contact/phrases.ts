import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawPerson } from '../../../generate/pools/person-names.ts'

export const createContact = definePhrases({
  tool: 'create_contact',
  draw(rng) {
    const { name, email, phone } = drawPerson(rng)
    return { name, email, ...(rng.int(0, 2) === 0 ? {} : { phone }) }
  },
  asks: [
    'save {name} as a new contact with {email} as the e-mail address[ and {phone} as the phone number]',
    'add {name} to my address book, with {email} for e-mail[ and {phone} for phone calls]',
    'put a new entry into the address book (name: {name}; e-mail: {email}[; phone: {phone}])',
    'keep the contact details of {name}: the e-mail address is {email}[, the phone number is {phone}]',
    'enter {email} into my contacts as the e-mail address of {name}[, together with {phone} as the phone number]',
  ],
  outputs: { '/contact_id': 'id of the new contact', '/confirmation': 'confirmation of the new contact' },
  answers: [],
})
