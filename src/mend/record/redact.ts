import { isSecretName } from '../../network/routes/upstream.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { laidOutAs } from './laid-out.ts'

/** Stands in the place of what is not written. */
const REDACTED = '<redacted>'

/** Keys and tokens that are known by their shape. */
const SHAPES: readonly RegExp[] = [
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{8,}/g,
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
  /(?<=:\/\/)[^/?#\s@:"]+:[^/?#\s@"]*(?=@)/g,
]

/** `token=...` within a text, such as the query of an address. */
const NAMED = /([?&;\s"']|^)([\w.-]{2,40})=([^&\s"'<>;#]+)/g

/** A user's own: a name of fields, or a pattern of texts. */
export type Redact = string | RegExp

const global = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)

/** Masks secrets in what is about to be written. */
export class Redactor {
  private readonly names: readonly string[]
  private readonly patterns: readonly RegExp[]
  private readonly secrets: readonly string[]
  /** Number of values that were masked. */
  masked = 0

  /** @param secrets Values that are secrets wherever they stand */
  constructor(more: readonly Redact[] = [], secrets: Iterable<string> = []) {
    this.names = more.flatMap((one) => (typeof one === 'string' ? [one.toLowerCase()] : []))
    this.patterns = [...SHAPES, ...more.flatMap((one) => (typeof one === 'string' ? [] : [global(one)]))]
    // The longest first: one may be a part of another.
    this.secrets = [...secrets].sort((a, b) => b.length - a.length)
  }

  private isSecret(name: string): boolean {
    return isSecretName(name) || this.names.includes(name.toLowerCase())
  }

  private mask(): string {
    this.masked++
    return REDACTED
  }

  /** A text with what is secret in it masked; one that is JSON by its fields as well. */
  text(text: string): string {
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
    return clean.replace(NAMED, (whole, before: string, name: string, value: string) =>
      value !== REDACTED && this.isSecret(name) ? `${before}${name}=${this.mask()}` : whole,
    )
  }

  /** A value with its texts masked, and what stands under names of secrets. */
  value(value: Json): Json {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number') return this.secrets.includes(String(value)) ? this.mask() : value
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
    return this.object(Object.fromEntries(Object.entries(args).filter(([name]) => !isSecretName(name))))
  }

  /** A secret by its name: texts and numbers are masked whole, in lists and objects as well. */
  private hidden(value: Json): Json {
    if (typeof value === 'string' || typeof value === 'number') return this.mask()
    if (Array.isArray(value)) return value.map((item) => this.hidden(item))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.hidden(item)]))
  }
}

/** Whether something was masked in a value. */
export const isRedacted = (value: Json): boolean => typeof value === 'string' && value.includes(REDACTED)

const isFilled = (value: Json): boolean => value !== null && value !== '' && value !== REDACTED

/** The object or list that a text spells; undefined for any other text. */
function jsonIn(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
