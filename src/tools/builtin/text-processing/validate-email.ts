import { strip } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const ADDRESS = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`)

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
})
