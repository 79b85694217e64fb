import { parseJson } from '../shared/parse-json.ts'
import { Redactor } from '../shared/redact/redactor.ts'
import { isSecretName } from '../shared/redact/secret-name.ts'

/** Shorter values are not masked: they appear in too many texts. */
const MIN_SECRET_LENGTH = 6

/** Texts of a value that may be a credential: the whole of a header, what follows its scheme, what is encoded there. */
export function credentialsIn(value: string): string[] {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(\S.*)$/.exec(value) ?? []
  const decoded =
    scheme.toLowerCase() === 'basic' ? Buffer.from(rest, 'base64').toString('utf8').split(':') : []
  return [value, rest, ...decoded]
}

export const cookieValues = (header: string): string[] =>
  header.split(/[;,]\s*/).flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [] : [pair.slice(at + 1)]
  })

/** A few words, such as `ollama` or `no-key`, which clients want where a server asks for no key. */
const PLAIN_WORDS = /^[a-z]{1,15}(?:[-_ ][a-z]{1,15})?$/i

export const longSecrets = (texts: readonly string[]): string[] =>
  texts.filter((text) => text.length >= MIN_SECRET_LENGTH)

const keyLike = (texts: readonly string[]): string[] =>
  longSecrets(texts).filter((text) => !PLAIN_WORDS.test(text))

/** A long word of letters and digits, as keys are, in a header of any name. */
const KEY_LIKE = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{20,}$/

/** Whether a part of a query is a credential by its name; Google calls its one `key`. */
export const isSecretPart = (name: string): boolean => name === 'key' || isSecretName(name)

export function sentSecrets({ headers, url }: Request): string[] {
  const found: string[] = []
  for (const [name, value] of headers) {
    if (name === 'cookie') found.push(...cookieValues(value))
    else if (isSecretName(name)) found.push(...credentialsIn(value))
    else if (KEY_LIKE.test(value)) found.push(value)
  }
  for (const [name, value] of new URL(url).searchParams) if (isSecretPart(name)) found.push(value)
  return keyLike(found)
}

/** Credentials that a response gives in its headers: cookies that it sets, and what the name of a header calls secret. */
export function givenSecrets({ headers }: Response): string[] {
  const named = [...headers].filter(([name]) => name !== 'set-cookie' && isSecretName(name))
  return [
    ...longSecrets(headers.getSetCookie().flatMap((value) => cookieValues(value.split(';')[0] ?? ''))),
    ...keyLike(named.flatMap(([, value]) => credentialsIn(value))),
  ]
}

/** A secret as it is written in texts, in paths and in forms. */
export const spellingsOf = (secret: string): string[] => [
  ...new Set([secret, encodeURIComponent(secret), new URLSearchParams({ _: secret }).toString().slice(2)]),
]

/** The last part of a name: `password` of `user[password]`. */
const innermost = (name: string): string => name.split(/[[\]]+/).findLast((part) => part !== '') ?? ''

/**
 * Credentials in a body by their names: a password that is sent, an `access_token` that is given. They may come again
 * in any other text.
 *
 * @param body JSON, a form, or another text with names in it
 */
export function bodySecrets(body: string): string[] {
  const redactor = new Redactor()
  try {
    return keyLike(redactor.valuesNamed(parseJson(body)))
  } catch {
    const fields = [...new URLSearchParams(body)].filter(([name]) => isSecretName(innermost(name)))
    return keyLike([...fields.map(([, value]) => value), ...redactor.textsNamed(body)])
  }
}
