import { nameWords, singular } from '../../../../shared/english.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import words from '../../../../tools/content/requests/own-tools.json' with { type: 'json' }
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'

/** Words of a description that a request can hold as a label. */
const MAX_LABEL_WORDS = 6
const VERBS: ReadonlySet<string> = new Set(words.verbs)
const ARTICLE = /^(?:the|an?|all|some|new|our|your)$/i
/** What a field is for, or what to do with it, is no name of it. */
const NO_NAME =
  /\b(?:to|for|that|which|who|whose|what|when|where|how|if|by|must|should|whether|your|needs)\b/i

/** Words of a name as one says them: `phone` as a phone number, `valid until` as a date. */
export function spoken(own: readonly string[], schema: JsonObject): string {
  const last = own.at(-1) ?? ''
  const said = (words.said as Readonly<Record<string, string>>)[last]
  const name = [...own.slice(0, -1), said ?? last].join(' ')
  if (!/^(?:at|on|until|from|by)$/.test(last)) return name
  return `${name} ${schema.format === 'date' ? 'date' : 'time'}`
}

/** A description as a label: short, without article and full stop; the words of the name where it is none. */
export function parameterLabel(name: string, schema: JsonObject): string {
  const { description } = schema
  const plain = spoken(nameWords(name), schema)
  if (typeof description !== 'string') return plain
  const text = description
    .trim()
    .replace(/\.$/, '')
    .replace(/^(?:the|an?)\s+/i, '')
  const count = text.split(/\s+/).length
  if (count > MAX_LABEL_WORDS || /[^\p{L}\p{N} '/-]/u.test(text) || text === '' || NO_NAME.test(text))
    return plain
  return text.replace(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())
}

/** A kind of thing in words: `pet`. */
export const nounOf = (kind: string): string => nameWords(kind).join(' ')

/** By sound: an order, an umbrella, a user, a unit. */
const withArticle = (noun: string): string =>
  `${/^(?:[aeio]|u(?!ni|s[aeu]))/i.test(noun) ? 'an' : 'a'} ${noun}`

/** The verb that a word is a form of: `finds` of `find`. */
function verbOf(word: string): string | undefined {
  const low = word.toLowerCase()
  return [low, singular(low)].find((form) => VERBS.has(form))
}

/** A summary as a clause in the imperative: `Registers Patient` to `register a patient`; undefined where it is none. */
function imperativeOf(summary: string | undefined, noun: string): string | undefined {
  const text = (summary ?? '').trim().replace(/[.!]$/, '')
  const [first = '', ...rest] = text.split(/\s+/)
  const verb = verbOf(first)
  if (verb === undefined || rest.length === 0 || /[.!?{}[\]]/.test(text)) return undefined
  const object = rest.join(' ')
  const isBare = object.toLowerCase() === noun && !ARTICLE.test(rest[0] ?? '')
  return `${verb} ${isBare ? withArticle(noun) : object}`
}

/** What a tool does, as a clause: by its summary, by what it makes, or by its name. */
export function clauseOf({ summary, kind, name, entity }: ImportedTool): string | undefined {
  const noun = entity === undefined ? '' : nounOf(entity)
  return (
    imperativeOf(summary, noun) ??
    (kind === 'create' ? `create ${withArticle(noun)}` : imperativeOf(nameWords(name).join(' '), noun))
  )
}

export const verbFor = ({ summary, name, kind }: ImportedTool): string =>
  verbOf((summary ?? '').split(/\s+/)[0] ?? '') ??
  verbOf(nameWords(name)[0] ?? '') ??
  (kind === 'delete' ? 'delete' : 'update')
