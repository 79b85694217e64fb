import { isObject, type Json, type JsonObject } from '../json.ts'
import { parseJson } from '../parse-json.ts'
import { cardNumbersMasked, hasManyDigits } from './card-numbers.ts'
import { laidOutAs } from './laid-out.ts'
import { isSecretName } from './secret-name.ts'
import { spellings } from './spellings.ts'

/** Stands in the place of what is not written. */
export const REDACTED = '<redacted>'

/** Keys and tokens that are known by their shape. */
const SHAPES: readonly RegExp[] = [
  /\b(?:sk|pk|rk)[-_](?=[\w-]*\d)[\w-]{8,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{16,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bxox[abeoprs]-[\w-]{8,}/g,
  /\bwhsec_\w{8,}/g,
  /\beyJ[\w-]{4,}\.[\w-]{4,}\.[\w-]*/g,
  /(?<=\b[Bb]earer\s)[\w.~+/-]{6,}=*/g,
  /(?<=\b[Bb]asic\s)[A-Za-z0-9+/]{8,}=*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{8,}/g,
  /(?<=\bdiscord(?:app)?\.com\/api\/webhooks\/)[\w/-]{8,}/g,
  /(?<=:\/\/)[^/?#\s@:"]+:[^/?#\s@"]*(?=@)/g,
]

/** All of them at once, to see in one pass that there is none. */
const ANY_SHAPE = new RegExp(SHAPES.map(({ source }) => source).join('|'))

/** `token=...` and `token: ...` within a text, such as the query of an address, a form or a line of settings. */
const NAMED = /(?<![\w.-])([\w.-]{2,40})(["']?\s?(?:=|:(?!\/\/))\s?["']?)([^&\s"'<>;,#=:]+)/g

/** An element of XML with a text in it. */
const ELEMENT = /(<(?:[\w.-]+:)?([\w.-]{2,40})(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?)([^<>\]]*[^<>\]\s])/g

/** An id of a key of AWS; the secret that goes with it has no form of its own. */
const AWS_ID = /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/
const AWS_SECRET = /(?<![A-Za-z0-9/+=])(?=[^\s]*[a-z])(?=[^\s]*[A-Z])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g

/** A user's own: a name of fields, a pattern of texts, or what gives a text without its secrets. */
export type Redact = string | RegExp | ((text: string) => string)

const global = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)

/** How secrets are told from other values. */
export interface RedactorOptions {
  /** Whether what stands under a name such as `password` is a secret. Default true. */
  byName?: boolean
  /** A text that is public, such as the prompt of a committed suite: keys in it that are known by their shape are no secrets. */
  known?: string
  /** Whether what stands under names of the user's is masked. Default true. */
  ownNames?: boolean
}

/** Masks secrets in what is about to be written. */
export class Redactor {
  private readonly names: readonly string[]
  private readonly patterns: readonly RegExp[]
  private readonly functions: readonly ((text: string) => string)[]
  private readonly secrets: readonly string[]
  private readonly byName: boolean
  private readonly known: string
  private readonly ownNames: boolean
  private isBesideAwsId = false
  /** Number of values that were masked. */
  masked = 0

  /** @param secrets Values that are secrets wherever they stand */
  constructor(
    more: readonly Redact[] = [],
    secrets: Iterable<string> = [],
    { byName = true, known = '', ownNames = true }: RedactorOptions = {},
  ) {
    this.byName = byName
    this.known = known
    this.ownNames = ownNames
    this.names = more.flatMap((one) => (typeof one === 'string' ? [one.toLowerCase()] : []))
    this.patterns = more.flatMap((one) => (one instanceof RegExp ? [global(one)] : []))
    this.functions = more.filter((one) => typeof one === 'function')
    // The longest first: one may be a part of another.
    this.secrets = [...secrets].flatMap(spellings).sort((a, b) => b.length - a.length)
  }

  /** Whether names of the user's are masked. */
  get hasNames(): boolean {
    return this.names.length > 0
  }

  private isSecret(name: string): boolean {
    return (this.byName && isSecretName(name)) || (this.ownNames && this.names.includes(name.toLowerCase()))
  }

  private mask(found?: string): string {
    if (found !== undefined && this.known.includes(found)) return found
    this.masked++
    return REDACTED
  }

  /** Whether a text may hold a secret: false is sure, and found out in a fraction of the time that masking takes. */
  mayFindIn(text: string): boolean {
    if (this.byName || this.names.length + this.patterns.length + this.functions.length > 0) return true
    return ANY_SHAPE.test(text) || hasManyDigits(text) || this.secrets.some((secret) => text.includes(secret))
  }

  /** The secrets in a text that are known by their value or their shape, each once, the longest first. */
  secretsIn(text: string): string[] {
    const fitting = (patterns: readonly RegExp[]): string[] =>
      patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found))
    const found = [
      ...this.secrets.filter((secret) => text.includes(secret)),
      ...fitting(this.patterns),
      ...fitting(SHAPES).filter((key) => !this.known.includes(key)),
    ]
    return [...new Set(found)]
      .filter((secret) => secret !== '' && secret !== REDACTED)
      .sort((a, b) => b.length - a.length)
  }

  /** A text with what is secret in it masked; one that is JSON by its fields as well. */
  text(text: string): string {
    return this.beside(text, () => this.textMasked(text))
  }

  /** Masks a text; secrets of AWS are looked for in all of it where an id of AWS stands anywhere in it. */
  private beside<T>(text: string, mask: () => T): T {
    const before = this.isBesideAwsId
    this.isBesideAwsId ||= AWS_ID.test(text)
    try {
      return mask()
    } finally {
      this.isBesideAwsId = before
    }
  }

  private textMasked(text: string): string {
    const parsed = jsonIn(text)
    if (parsed !== undefined) {
      const before = this.masked
      const clean = this.value(parsed)
      // Bytes stay where nothing was masked.
      return this.masked === before ? text : laidOutAs(text, parsed, clean)
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
    for (const shape of SHAPES) clean = clean.replace(shape, (found) => this.mask(found))
    if (this.isBesideAwsId) clean = clean.replace(AWS_SECRET, () => this.mask())
    clean = cardNumbersMasked(clean, (found) => this.mask(found))
    clean = clean.replace(ELEMENT, (whole, tag: string, name: string, value: string) =>
      value !== REDACTED && this.isSecret(name) ? tag + this.mask() : whole,
    )
    return clean.replace(NAMED, (whole, name: string, sign: string, value: string) =>
      !value.includes(REDACTED) && this.isSecret(name) ? name + sign + this.mask() : whole,
    )
  }

  /** Texts and numbers that stand under names of secrets in a value; those of a few characters are in many texts. */
  valuesNamed(value: Json, isUnder = false): string[] {
    const spelt = typeof value === 'string' ? jsonIn(value) : undefined
    if (spelt !== undefined) return this.valuesNamed(spelt, isUnder)
    if (typeof value === 'string' || typeof value === 'number')
      return isUnder && String(value).length >= LEAST_VALUE ? [String(value)] : []
    if (Array.isArray(value)) return value.flatMap((item) => this.valuesNamed(item, isUnder))
    if (!isObject(value)) return []
    return Object.entries(value).flatMap(([name, item]) =>
      this.valuesNamed(item, isUnder || this.isSecret(name)),
    )
  }

  /** A value with its texts masked, and what stands under names of secrets. */
  value(value: Json): Json {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number') {
      const isCard = cardNumbersMasked(String(value), () => '') === '' && !this.known.includes(String(value))
      return isCard || this.secrets.includes(String(value)) ? this.mask() : value
    }
    if (Array.isArray(value)) return value.map((item) => this.value(item))
    return isObject(value) ? this.object(value) : value
  }

  object(value: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        this.text(name),
        this.isSecret(name) && isFilled(item) ? this.hidden(item) : this.value(item),
      ]),
    )
  }

  /** Arguments of a call, without those that are secrets by their names: which key was sent is no part of a call. */
  arguments(args: JsonObject): JsonObject {
    const sent = Object.fromEntries(Object.entries(args).filter(([name]) => !isSecretName(name)))
    return this.beside(JSON.stringify(args), () => this.object(sent))
  }

  /** A secret by its name: texts and numbers are masked whole, in lists and objects as well. */
  private hidden(value: Json): Json {
    if (!isFilled(value)) return value
    if (typeof value === 'string' || typeof value === 'number') return this.mask()
    if (Array.isArray(value)) return value.map((item) => this.hidden(item))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.hidden(item)]))
  }
}

const LEAST_VALUE = 4

/** Whether something was masked in a value. */
export const isRedacted = (value: Json): boolean => typeof value === 'string' && value.includes(REDACTED)

/** Whether there is something to mask; a mask stays as it is. */
const isFilled = (value: Json): boolean =>
  value !== null && value !== '' && !(typeof value === 'string' && /^<redacted(?: \d+)?>$/.test(value))

/** The object or list that a text spells; undefined for any other text. */
function jsonIn(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
