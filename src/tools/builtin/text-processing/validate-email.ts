import { field } from '../../../schema/semantic.ts'
import { strip } from '../../../shared/python/text.ts'
import type { Rng } from '../../../shared/rng.ts'
import { drawDomain } from '../../content/pools/addresses.ts'
import { drawPerson } from '../../content/pools/people.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const ADDRESS = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`)

const localPart = (rng: Rng): string => drawPerson(rng).email.split('@')[0] ?? ''

const firstLabel = (domain: string): string => domain.split('.')[0] ?? ''

/** Ways to write an address; the last four have a form that no address may have. */
const ADDRESSES: readonly ((local: string, domain: string) => string)[] = [
  (local, domain) => `${local}@${domain}`,
  (local, domain) => `${local}@mail.${domain}`,
  (local, domain) => `${local}+news@${domain}`,
  (local, domain) => `${local}@${firstLabel(domain)}`,
  (local, domain) => `${local}@${domain.replace('.', '..')}`,
  (local, domain) => `${local.replace('.', ' ')}@${domain}`,
  (local, domain) => `${local}@-${domain}`,
]

export const validateEmail = defineBuiltIn({
  name: 'validate_email',
  category: 'text_processing',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Says whether a text has the form of one e-mail address in ASCII, and what its domain is. White space around it is ignored. It does not find out whether the mailbox or the domain exists: for the domain use dns_lookup.',
  input: (z) => ({
    email: field(z.string(), 'email', 'Address to check, for example "ana@example.com".'),
  }),
  output: (z) => ({
    valid: field(z.boolean(), 'boolean', 'True where the form is right.'),
    domain: field(z.string(), 'domain', 'What follows the first "@", even if invalid; "" without an "@".'),
  }),
  run({ email }) {
    const address = strip(email)
    const at = address.indexOf('@')
    return { valid: ADDRESS.test(address), domain: at < 0 ? '' : address.slice(at + 1) }
  },
  drawArguments: (rng) => ({
    email: rng.pick(ADDRESSES)(localPart(rng), drawDomain(rng)),
  }),
})
