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
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ email: z.string() }),
  output: (z) => ({ valid: z.boolean(), domain: z.string() }),
  run({ email }) {
    const address = strip(email)
    const at = address.indexOf('@')
    return { valid: ADDRESS.test(address), domain: at < 0 ? '' : address.slice(at + 1) }
  },
  drawArguments: (rng) => ({
    email: rng.pick(ADDRESSES)(localPart(rng), drawDomain(rng)),
  }),
})
