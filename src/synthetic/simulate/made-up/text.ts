import { opaqueId } from '../opaque-id.ts'
import type { Bits } from './bits.ts'
import { idPrefix } from './id-prefix.ts'
import { isJustDone, isToCome, momentOf } from './moment.ts'
import type { TextKind } from './text-kind.ts'

/** A text to be made up. */
export interface TextPlace {
  /** Path in the output, which names the draw. */
  path: string
  /** Name that tells what it is. */
  name: string
  description: string
  /** Texts known to have stood there. */
  examples: readonly string[]
}

const title = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const STATUS_WORDS: readonly (readonly [RegExp, string])[] = [
  [/valid|check|test|inspect/i, 'passed'],
  [/verif|identity/i, 'verified'],
  [/deliver|notif|sent/i, 'delivered'],
  [/account|member|subscription|listing/i, 'active'],
]

/** The status of what a call that was carried out did. */
const statusOf = (name: string, description: string): string =>
  STATUS_WORDS.find(([pattern]) => pattern.test(`${name} ${description}`))?.[1] ?? 'completed'

/** A text of the kind, plausible and with at least ten bits in it, but for those of which there are only few. */
export function madeUpText(
  kind: TextKind,
  { path, name, description, examples }: TextPlace,
  bits: Bits,
): string {
  const token = (): string => bits.token(path)
  const faker = () => bits.faker(path)
  const slug = (): string => faker().lorem.slug(2)
  switch (kind) {
    case 'moment':
    case 'date':
      return momentOf(path, kind, isToCome(name, description), bits, isJustDone(name, description))
    case 'time':
      return faker().date.past({ refDate: bits.now }).toISOString().slice(11, 19)
    case 'id':
      return opaqueId(idPrefix(name, examples), token(), examples)
    case 'hash':
      return faker().string.hexadecimal({ length: 64, casing: 'lower', prefix: '' })
    case 'url':
      return `https://files.example/${name.replace(/_?(?:url|uri|link)s?$/, '').replaceAll('_', '-') || 'item'}/${token()}`
    case 'email': {
      const own = faker()
      return own.internet.email({ provider: 'mail.example' }).toLowerCase()
    }
    case 'phone':
      return `+1-${faker().string.numeric(3)}-555-01${token().slice(0, 2)}`.replace(/[a-f]/g, '7')
    case 'person':
      return faker().person.fullName()
    case 'company':
      return faker().company.name()
    case 'address': {
      const { location } = faker()
      return `${location.streetAddress()}, ${location.city()}`
    }
    case 'city':
      return faker().location.city()
    case 'country':
      return faker().location.country()
    case 'currency':
      return bits.pick(path, CURRENCIES)
    case 'language':
      return faker().helpers.arrayElement(['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv'])
    case 'timezone':
      return faker().location.timeZone()
    case 'ip':
      return faker().internet.ipv4()
    case 'file':
      return `${slug()}_${token()}.dat`
    case 'json':
      return JSON.stringify({ reference: token(), value: bits.figure(`${path} value`, MEASURE) })
    case 'status':
      return statusOf(name, description)
    case 'prose': {
      const phrase = faker().company.catchPhrase()
      // An item of a list needs no heading.
      const text = path.includes('/') ? phrase : `${title(name)}: ${phrase.toLowerCase()}`
      return `${text} (reference ${token()}).`
    }
    case 'name': {
      const { word } = faker()
      return title(`${word.adjective()} ${word.noun()}`)
    }
    case 'label': {
      const { word } = faker()
      return `${word.adjective()} ${word.noun()}`
    }
  }
}

/** The currencies that most amounts are given in. */
const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF'] as const
const MEASURE = { min: 1, max: 1000, decimals: 2 }
