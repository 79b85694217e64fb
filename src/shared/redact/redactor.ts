import { isObject, type Json, type JsonObject, mapChildren } from '../json.ts'
import { memoizeOnce } from '../memoize.ts'
import { parseJson, parseJsonOr } from '../parse-json.ts'
import { isSecretName } from './secret-name.ts'

/**
 * Keys and tokens that are known by their shape. A pattern must not fail at the end of an unlimited run: a text that
 * repeats its beginning would take quadratic time. So it takes the whole run, captures it, and {@link isSecret} judges what was taken.
 */
const SHAPES: readonly RegExp[] = [
  /(?<=\b(?:[Bb]earer|BEARER)\s{1,4})[\w.~+/-]{6,}=*/,
  /(?<=\b(?:[Bb]asic|BASIC)\s{1,4})([A-Za-z0-9+/]{8,}=*)/,
  /(?<=:\/\/)[^/?#\s@:"]*:[^/?#\s"]+(?=@)/,
  /(?<=\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{8,}/,
  /(?<=\bdiscord(?:app)?\.com\/api\/webhooks\/)[\w/-]{8,}/,
  /(\b(?:(?:sk|pk|rk)[-_]|(?:glpat|pplx|pypi|tvly|xapp)-)[\w-]{8,})/,
  /(\beyJ[\w-]{4,}(?:\.[\w-]{4,}\.[\w-]*)?)/,
  /\b(?:gh[pousr]|gsk|hf|npm|r8)_[A-Za-z0-9]{16,}/,
  /\b(?:do[opr]_v1|github_pat|lsv2_[a-z]{2}|shp(?:at|ca|pa|ss)|whsec)_\w{8,}/,
  /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bSG\.[\w-]{16,64}\.[\w-]{16,}/,
  /\bxox[abeoprs]-[\w-]{8,}/,
  /\bya29\.(?:[a-z]\.)?[\w-]{16,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/,
]

const ANY_SHAPE = new RegExp(SHAPES.map(({ source }) => source).join('|'), 'g')

/** A name and a password with a colon between: a plain word that follows "basic" decodes to something else. */
const isCredentials = (base64: string): boolean =>
  /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(base64, 'base64').toString('utf8'))

/** Judges a match by what was captured of it; a shape that captures nothing is certain. */
function isSecret(basic?: string, drawn?: string, jwt?: string): boolean {
  if (basic !== undefined) return isCredentials(basic)
  // A name such as `sk-learn-pipeline` has neither a digit nor so long a word.
  if (drawn !== undefined) return /\d|[A-Za-z]{20}/.test(drawn)
  return jwt?.includes('.') ?? true
}

const maskShapes = (text: string, mask: (found: string) => string): string =>
  text.replace(ANY_SHAPE, (found: string, basic?: string, drawn?: string, jwt?: string) =>
    isSecret(basic, drawn, jwt) ? mask(found) : found,
  )

function findShapes(text: string): string[] {
  const found: string[] = []
  maskShapes(text, (key) => {
    found.push(key)
    return key
  })
  return found
}

/** Whether a text may hold a key or a token; false is sure. */
const mayHoldShape = (text: string): boolean => text.search(ANY_SHAPE) >= 0

/** An id of a key of AWS; the secret that goes with it has no shape of its own. */
const AWS_ID = /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/
const AWS_SECRET = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g

const maskAwsSecrets = (text: string, mask: () => string): string =>
  text.replace(AWS_SECRET, (found) => (/[a-z]/.test(found) && /[A-Z]/.test(found) ? mask() : found))

/** `token=...`, `token: ...` and `"token":"..."` within a text, with the value in quotes whole. */
const NAMED =
  /(?<![\w.-])([\w.-]{2,80})(\\{0,8}["']?\]?\s?(?:=|:(?!\/\/))\s?)(?:(\\{0,8}["'])([^\r\n]*?)(?<!\\)\3|([^&\s"'<>;,#=:\\]+))/g

/** A header whose value goes on to the end of its line, spaces and signs included. */
const HEADER = /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie)(\s?:\s?)([^\r\n"'<>\\]+)/gi

/** An option of a command, such as `--token ...`. */
const OPTION = /(?<=^|\s)(--?)([\w-]{2,80})(\s+)([^\s-]\S*)/g

/** A field of a form in parts, with the first line of its value; the counts keep the pattern linear. */
const PART =
  /(content-disposition:[^\r\n]{0,200}?\bname="([\w.-]{2,80})"[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,4}\r?\n\r?\n)([^\r\n]+)/gi

/** An element of XML with a text in it; what was masked already looks like one. */
const ELEMENT = /(<(?!redacted[ >])(?:[\w.-]+:)?([\w.-]{2,80})(?:\s[^<>]*)?>(?:\s*<!\[CDATA\[)?)([^<>\]]+)/g

/** A text with each value replaced that stands behind a name in it: a query, a form, settings, a command, headers, XML, parts. */
function maskNamedTexts(
  text: string,
  isSecret: (name: string, value: string) => boolean,
  mask: () => string,
): string {
  return text
    .replace(ELEMENT, (whole, tag: string, name: string, value: string) => {
      const shown = value.trim()
      return shown !== '' && isSecret(name, shown) ? tag + value.replace(shown, mask) : whole
    })
    .replace(PART, (whole, head: string, name: string, value: string) =>
      isSecret(name, value) ? head + mask() : whole,
    )
    .replace(OPTION, (whole, dashes: string, name: string, space: string, value: string) =>
      isSecret(name, value) ? dashes + name + space + mask() : whole,
    )
    .replace(HEADER, (whole, name: string, sign: string, value: string) =>
      isSecret(name, value) ? name + sign + mask() : whole,
    )
    .replace(NAMED, (whole, name: string, sign: string, quote = '', quoted?: string, bare?: string) => {
      const value = quoted ?? bare ?? ''
      return value !== '' && isSecret(name, value) ? name + sign + quote + mask() + quote : whole
    })
}

/** Digits of a payment card: in the groups that are printed on it, which other digits may follow, or in any others. */
const DIGITS =
  /(?<![\w-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{5}|\d(?:[ -]?\d){11,18})(?![\w-])/g
/** First digits and lengths of the large issuers. */
const ISSUED =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|35\d{14}|6(?:011|4\d\d|5\d\d)\d{12})$/

function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, i) => {
    const digit = Number(char) * (i % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}

function isCardNumber(found: string): boolean {
  const digits = found.replace(/\D/g, '')
  return ISSUED.test(digits) && isLuhn(digits)
}

const maskCardNumbers = (text: string, mask: (found: string) => string): string =>
  text.replace(DIGITS, (found) => (isCardNumber(found) ? mask(found) : found))

const findCardNumbers = (text: string): string[] =>
  [...text.matchAll(DIGITS)].flatMap(([found]) => (isCardNumber(found) ? [found] : []))

/** Whether a text has as many digits in a row, or in groups, as a card's number has; false is sure. */
const mayHoldCardNumber = (text: string): boolean => text.search(DIGITS) >= 0

const escapeAsJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A value as it stands in a text, in JSON, and in JSON that is a text of other JSON; the longest first. */
function listSpellings(value: string): string[] {
  const once = escapeAsJson(value)
  return [...new Set([escapeAsJson(once), once, value])]
}

/** Stands in the place of what is not written. */
export const REDACTED = '<redacted>'

/** A user's own: a name of fields, a pattern of texts, or what gives a text without its secrets. */
export type Redact = string | RegExp | ((text: string) => string)

const makeGlobal = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)

/** How secrets are told from other values. */
export interface RedactorOptions {
  /** Whether what stands under a name such as `password` is a secret. Default true. */
  byName?: boolean
  /** A text that is public, such as the prompt of a committed suite: keys in it that are known by their shape are not secrets. */
  known?: string
  /** Whether what stands under names of the user's is masked. Default true. */
  ownNames?: boolean
}

export class Redactor {
  private readonly names: readonly string[]
  private readonly patterns: readonly RegExp[]
  private readonly functions: readonly ((text: string) => string)[]
  private readonly secrets: readonly string[]
  private readonly byName: boolean
  /** Keys and card numbers of the text that is public. */
  private readonly readKnown: () => ReadonlySet<string>
  private readonly ownNames: boolean
  private isBesideAwsId = false
  masked = 0

  constructor(
    more: readonly Redact[] = [],
    secrets: Iterable<string> = [],
    { byName = true, known = '', ownNames = true }: RedactorOptions = {},
  ) {
    this.byName = byName
    this.readKnown = memoizeOnce(() => new Set([...findShapes(known), ...findCardNumbers(known)]))
    this.ownNames = ownNames
    this.names = more.flatMap((one) => (typeof one === 'string' ? [one.toLowerCase()] : []))
    this.patterns = more.flatMap((one) => (one instanceof RegExp ? [makeGlobal(one)] : []))
    this.functions = more.filter((one) => typeof one === 'function')
    // The longest first: one may be a part of another.
    this.secrets = [...secrets].flatMap(listSpellings).sort((a, b) => b.length - a.length)
  }

  /** Whether names of the user's are masked. */
  get hasNames(): boolean {
    return this.names.length > 0
  }

  private get known(): ReadonlySet<string> {
    return this.readKnown()
  }

  private isSecret(name: string): boolean {
    return (this.byName && isSecretName(name)) || (this.ownNames && this.names.includes(name.toLowerCase()))
  }

  private mask(found?: string): string {
    if (found !== undefined && this.known.has(found)) return found
    this.masked++
    return REDACTED
  }

  /** Whether a text may hold a secret: false is sure, and found out in a fraction of the time that masking takes. */
  mayFindIn(text: string): boolean {
    if (this.byName || this.names.length + this.patterns.length + this.functions.length > 0) return true
    return (
      mayHoldShape(text) || mayHoldCardNumber(text) || this.secrets.some((secret) => text.includes(secret))
    )
  }

  /** The secrets in a text that are known by their value or their shape, each once, the longest first. */
  findSecrets(text: string): string[] {
    const found = [
      ...this.secrets.filter((secret) => text.includes(secret)),
      ...this.patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([fitting]) => fitting)),
      ...findShapes(text).filter((key) => !this.known.has(key)),
    ]
    return [...new Set(found)]
      .filter((secret) => secret !== '' && secret !== REDACTED)
      .sort((a, b) => b.length - a.length)
  }

  /** A text with what is secret in it masked; one that is JSON by its fields as well. */
  text(text: string): string {
    return this.maskNearAwsId(text, () => this.maskText(text))
  }

  /** Masks a text; secrets of AWS are looked for in all of it where an id of AWS stands anywhere in it. */
  private maskNearAwsId<T>(text: string, mask: () => T): T {
    const before = this.isBesideAwsId
    this.isBesideAwsId ||= AWS_ID.test(text)
    try {
      return mask()
    } finally {
      this.isBesideAwsId = before
    }
  }

  private maskText(text: string): string {
    const parsed = parseJsonIn(text)
    if (parsed !== undefined) {
      const before = this.masked
      const clean = this.value(parsed)
      // Bytes stay where nothing was masked.
      return this.masked === before ? text : reformatLike(text, parsed, clean)
    }
    let clean = text
    for (const secret of this.secrets)
      if (clean.includes(secret)) clean = clean.split(secret).join(this.mask())
    for (const pattern of this.patterns) clean = clean.replace(pattern, () => this.mask())
    for (const redact of this.functions) {
      const given = redact(clean)
      if (given !== clean) this.masked++
      clean = given
    }
    clean = maskShapes(clean, (found) => this.mask(found))
    if (this.isBesideAwsId) clean = maskAwsSecrets(clean, () => this.mask())
    clean = maskCardNumbers(clean, (found) => this.mask(found))
    return maskNamedTexts(
      clean,
      (name, value) => !value.includes(REDACTED) && this.isSecret(name),
      () => this.mask(),
    )
  }

  /** Texts and numbers that stand under names of secrets in a value; those of a few characters are in many texts. */
  listNamedValues(value: Json, isUnder = false): string[] {
    const spelt = typeof value === 'string' ? parseJsonIn(value) : undefined
    if (spelt !== undefined) return this.listNamedValues(spelt, isUnder)
    if (typeof value === 'string' || typeof value === 'number')
      return isUnder && String(value).length >= MIN_VALUE_LENGTH ? [String(value)] : []
    if (Array.isArray(value)) return value.flatMap((item) => this.listNamedValues(item, isUnder))
    if (!isObject(value)) return []
    return Object.entries(value).flatMap(([name, item]) =>
      this.listNamedValues(item, isUnder || this.isSecret(name)),
    )
  }

  /** Texts that stand behind names of secrets in a text that is not JSON: a form, XML, lines of JSON. */
  listNamedTexts(text: string): string[] {
    const found: string[] = []
    const note = (name: string, value: string): boolean => {
      if (this.isSecret(name)) found.push(value)
      return false
    }
    maskNamedTexts(text, note, () => '')
    return found
  }

  /** A value with its texts masked, and what stands under names of secrets. */
  value(value: Json): Json {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number') {
      const [card] = findCardNumbers(String(value))
      const isCard = card === String(value) && !this.known.has(card)
      return isCard || this.secrets.includes(String(value)) ? this.mask() : value
    }
    if (Array.isArray(value)) return value.map((item) => this.value(item))
    return isObject(value) ? this.object(value) : value
  }

  object(value: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        this.text(name),
        this.isSecret(name) && isFilled(item) ? this.hideValue(item) : this.value(item),
      ]),
    )
  }

  /** Arguments of a call, with those masked that are secrets by their names. */
  arguments(args: JsonObject): JsonObject {
    return this.maskNearAwsId(JSON.stringify(args), () => this.object(args))
  }

  /** A secret by its name: texts and numbers are masked whole, in lists and objects as well. */
  private hideValue(value: Json): Json {
    if (!isFilled(value)) return value
    if (typeof value === 'string' || typeof value === 'number') return this.mask()
    return mapChildren(value, (item) => this.hideValue(item))
  }
}

const MIN_VALUE_LENGTH = 4

export const isRedacted = (value: Json): boolean => typeof value === 'string' && value.includes(REDACTED)

/** Whether there is something to mask; a mask stays as it is. */
const isFilled = (value: Json): boolean => value !== null && value !== '' && value !== REDACTED

/** The object or list that a text spells; undefined for any other text. */
const parseJsonIn = (text: string): Json | undefined =>
  /^\s*[[{]/.test(text) ? parseJsonOr(text, undefined, parseJson) : undefined

const INDENTS = [0, 2, 4, 1, 3, 8, '\t']

/** JSON text of a value in the layout of another text, so that only what was changed differs. */
export function reformatLike(original: string, before: Json, value: Json): string {
  const [, end = ''] = /(\s*)$/.exec(original) ?? []
  const indent = INDENTS.find((one) => JSON.stringify(before, null, one) + end === original)
  return JSON.stringify(value, null, indent) + (indent === undefined ? '' : end)
}
