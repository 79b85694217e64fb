import { parseJson } from '../shared/parse-json.ts'
import { Redactor } from '../shared/redact/redactor.ts'
import { isSecretName } from '../shared/redact/secret-name.ts'

/** Shorter values are not masked: they appear in too many texts. */
const MIN_SECRET_LENGTH = 6

/** Texts of a value that may be a credential: the whole of a header, what follows its scheme, what is encoded there. */
export function findCredentials(value: string): string[] {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(\S.*)$/.exec(value) ?? []
  const decoded =
    scheme.toLowerCase() === 'basic' ? Buffer.from(rest, 'base64').toString('utf8').split(':') : []
  return [value, rest, ...decoded]
}

export const readCookieValues = (header: string): string[] =>
  header.split(/[;,]\s*/).flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [] : [pair.slice(at + 1)]
  })

/** A few words, such as `ollama` or `no-key`, which clients want where a server asks for no key. */
const PLAIN_WORDS = /^[a-z]{1,15}(?:[-_ ][a-z]{1,15})?$/i

export const selectLongSecrets = (texts: readonly string[]): string[] =>
  texts.filter((text) => text.length >= MIN_SECRET_LENGTH)

const selectKeyLike = (texts: readonly string[]): string[] =>
  selectLongSecrets(texts).filter((text) => !PLAIN_WORDS.test(text))

/** A long word of letters and digits, as keys are, in a header of any name. */
const KEY_LIKE = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{20,}$/

/** Whether a part of a query is a credential by its name; Google calls its one `key`. */
export const isSecretPart = (name: string): boolean => name === 'key' || isSecretName(name)

export function findSentSecrets({ headers, url }: Request): string[] {
  const found: string[] = []
  for (const [name, value] of headers) {
    if (name === 'cookie') found.push(...readCookieValues(value))
    else if (isSecretName(name)) found.push(...findCredentials(value))
    else if (KEY_LIKE.test(value)) found.push(value)
  }
  for (const [name, value] of new URL(url).searchParams) if (isSecretPart(name)) found.push(value)
  return selectKeyLike(found)
}

/** Credentials that a response gives in its headers: cookies that it sets, and what the name of a header calls secret. */
export function findGivenSecrets({ headers }: Response): string[] {
  const named = [...headers].filter(([name]) => name !== 'set-cookie' && isSecretName(name))
  return [
    ...selectLongSecrets(
      headers.getSetCookie().flatMap((value) => readCookieValues(value.split(';')[0] ?? '')),
    ),
    ...selectKeyLike(named.flatMap(([, value]) => findCredentials(value))),
  ]
}

/** A secret as it is written in texts, in paths and in forms. */
export const listSpellings = (secret: string): string[] => [
  ...new Set([secret, encodeURIComponent(secret), new URLSearchParams({ _: secret }).toString().slice(2)]),
]

/** The last part of a name: `password` of `user[password]`. */
const readInnermostName = (name: string): string => name.split(/[[\]]+/).findLast((part) => part !== '') ?? ''

/**
 * Credentials in a body by their names: a password that is sent, an `access_token` that is given. They may come again
 * in any other text.
 *
 * @param body JSON, a form, or another text with names in it
 */
export function findBodySecrets(body: string): string[] {
  const redactor = new Redactor()
  try {
    return selectKeyLike(redactor.listNamedValues(parseJson(body)))
  } catch {
    const fields = [...new URLSearchParams(body)].filter(([name]) => isSecretName(readInnermostName(name)))
    return selectKeyLike([...fields.map(([, value]) => value), ...redactor.listNamedTexts(body)])
  }
}
