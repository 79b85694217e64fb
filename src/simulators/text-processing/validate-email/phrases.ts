import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawPerson } from '../../../generate/pools/person-names.ts'
import { drawDomain } from '../../../generate/pools/url-parts.ts'
import type { Rng } from '../../../shared/rng.ts'

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

export const validateEmail = definePhrases({
  tool: 'validate_email',
  draw: (rng) => ({ email: rng.pick(ADDRESSES)(localPart(rng), drawDomain(rng)) }),
  asks: [
    'check whether {email} has the form of an e-mail address, and what its domain is',
    'find out if {email} could be a valid e-mail address and which domain it names',
    'test {email} for being a well-formed e-mail address, and take down its domain',
    'say if {email} is written the way e-mail addresses have to be, and read off the domain',
    'examine {email} as an e-mail address, for whether its form is right and which domain it is in',
  ],
  outputs: {
    '/domain': 'domain of the e-mail address',
    '/valid': 'verdict on the form of the address',
  },
  answers: [
    {
      at: [{ at: '', via: ['json'] }],
      gives: 'the verdict as a JSON object with the fields valid (true or false) and domain',
    },
    {
      at: [{ at: '', via: ['json', 'upper'] }],
      gives: 'the verdict as a JSON object with the fields valid and domain, all of it in capital letters',
    },
  ],
})
