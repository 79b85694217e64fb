import { defineBuiltIn } from '../../define-built-in.ts'
import { readHostOfUrl } from './url-host.ts'

export const extractDomain = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ url: z.string() }),
  output: (z) => ({ domain: z.string(), subdomain: z.string(), tld: z.string() }),
  run({ url }) {
    const parts = readHostOfUrl(url).split('.')
    if (parts.length === 1) return { domain: parts[0] as string, subdomain: '', tld: '' }
    return {
      domain: parts.at(-2) as string,
      subdomain: parts.slice(0, -2).join('.'),
      tld: parts.at(-1) as string,
    }
  },
})
