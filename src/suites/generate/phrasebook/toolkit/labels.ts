import type { Effect } from '../../../../schema/tool.ts'
import { nameWords, plural, singular } from '../../../../shared/english.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import words from '../../../../tools/content/requests/own-tools.json' with { type: 'json' }
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import verbs from '../../../../tools/imported/words/verbs.json' with { type: 'json' }

/** Words of a description that a request can hold as a label. */
const MAX_LABEL_WORDS = 6
/** Verbs by which an import tells what tools do. */
const VERBS: ReadonlySet<string> = new Set(Object.values(verbs).flat())
const ARTICLE = /^(?:the|an?|all|some|new|our|your)$/i
/** More than a name of a thing. */
const PHRASE = / (?:of|in|for|from|by|to|with|on|and|or|as|at) /i
/** What a field is for, or what to do with it, is not a name of it. */
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

/**
 * The verb that a summary or a name begins with, `finds` as `find`: one that tells what tools do, or any word before an
 * article or the name of a kind of thing.
 */
function verbOf([first = '', ...rest]: readonly string[], nouns: ReadonlySet<string>): string | undefined {
  const low = first.toLowerCase()
  const forms = [low, singular(low)]
  const isNoun = (word: string | undefined): boolean => nouns.has(singular((word ?? '').toLowerCase()))
  const isDone = rest.slice(0, 2).some(isNoun) || ARTICLE.test(rest[0] ?? '')
  const verb = forms.find((form) => VERBS.has(form))
  return verb ?? (isDone && !isNoun(first) && /^[a-z]+$/.test(low) ? forms[1] : undefined)
}

/** A summary as a clause in the imperative: `Registers Patient` to `register a patient`; undefined where it is none. */
function imperativeOf(
  summary: string | undefined,
  effect: Effect,
  nouns: ReadonlySet<string>,
): string | undefined {
  const text = (summary ?? '').trim().replace(/[.!]$/, '')
  const words = text.split(/\s+/)
  const verb = verbOf(words, nouns)
  if (verb === undefined || words.length < 2 || /[.!?{}[\]]/.test(text)) return undefined
  const [head = '', ...rest] = words.slice(1)
  // `Dock Ship` is a title.
  const plain = /^\p{Lu}\p{Ll}/u.test(head)
    ? [head, ...rest].map((word) => word.toLowerCase())
    : [head, ...rest]
  const object = plain.join(' ').replace(/ by id$/i, '')
  if (ARTICLE.test(head) || PHRASE.test(object) || plural(singular(object)) === object)
    return `${verb} ${object}`
  return `${verb} ${effect === 'read' ? `the ${object}` : withArticle(object)}`
}

/** What a tool does, as a clause: by its summary, by what it makes, or by its name. */
export function clauseOf(
  { summary, kind, name, entity, effect }: ImportedTool,
  nouns: ReadonlySet<string>,
): string | undefined {
  const noun = entity === undefined ? '' : nounOf(entity)
  return (
    imperativeOf(summary, effect, nouns) ??
    (kind === 'create'
      ? `create ${withArticle(noun)}`
      : imperativeOf(nameWords(name).join(' '), effect, nouns))
  )
}

export const verbFor = ({ summary, name, kind }: ImportedTool, nouns: ReadonlySet<string>): string =>
  verbOf((summary ?? '').split(/\s+/), nouns) ??
  verbOf(nameWords(name), nouns) ??
  (kind === 'delete' ? 'delete' : 'update')
