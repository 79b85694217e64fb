import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawPerson } from '../../../content/pools/person-names.ts'
import { drawDomain } from '../../../content/pools/url-parts.ts'

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

export const drawArguments = (rng: Rng): JsonObject => ({
  email: rng.pick(ADDRESSES)(localPart(rng), drawDomain(rng)),
})
