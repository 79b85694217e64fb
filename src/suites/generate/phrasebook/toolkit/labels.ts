import { SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import type { Effect } from '../../../../schema/tool.ts'
import { nameWords, normalizeBareName } from '../../../../shared/english.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { isPlural, singular } from '../../../../shared/singular.ts'
import words from '../../../../tools/content/requests/own-tools.json' with { type: 'json' }
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import verbs from '../../../../tools/imported/words/verbs.json' with { type: 'json' }

/** Words of a description that a request can hold as a label. */
const MAX_LABEL_WORDS = 4
/** Letters by which two words are one: `reject` and `rejected`. */
const STEM = 4
/** Verbs by which an import tells what tools do. */
const VERBS: ReadonlySet<string> = new Set(Object.values(verbs).flat())
const ARTICLE = /^(?:the|an?|all|some|new|my|our|your)$/i
/** What else a tool does, in the third person: `Stores a step and returns saved ones`. */
const SECOND_CLAUSE =
  /,? (?:and|or) \p{L}+s (?:the|an?) .*$|(?<=^\p{L}+s .*),? (?:and|or) \p{L}+s (?!(?:of|in|for|from|by|to|with|on|as|at) ).*$/iu
/** Two verbs of which a call is one: `Start / Stop`, `Creates or updates`. */
const TWO_VERBS = /^\p{L}+ ?(?:\/|&|or |and )/iu
/** More than a name of a thing. */
const PHRASE = / (?:of|in|for|from|by|to|with|on|and|or|as|at) /i
/** What a field is for, or what to do with it, is not a name of it. */
const NO_NAME =
  /\b(?:to|of|for|that|which|who|whose|what|when|where|how|why|if|by|must|should|whether|your|needs)\b|^(?:in|at|on|as|is|from|with) /i

const isDay = (schema: JsonObject): boolean => (schema.format ?? schema[SEMANTIC_KEY]) === 'date'

/** Whether a value is a day or a moment, by its format or what it means. */
export const isDate = (schema: JsonObject): boolean =>
  isDay(schema) || schema.format === 'date-time' || schema[SEMANTIC_KEY] === 'datetime'

/** Whether a word of a name is short for the type of its value: `dt` of a moment, `n` or `num` of a number. */
function isTypeMark(word: string, schema: JsonObject): boolean {
  if (isDate(schema) && word === 'dt') return true
  const types = [schema.type ?? '', schema.format ?? ''].flat().map(String)
  return (word.length === 1 || word.length === 3) && types.some((one) => one.startsWith(word) && one !== word)
}

/** Words of a name without such a mark in front, or of a moment behind. */
function removeTypeMark(nameParts: readonly string[], schema: JsonObject): readonly string[] {
  if (nameParts.length < 2) return nameParts
  const rest = isTypeMark(nameParts[0] ?? '', schema) ? nameParts.slice(1) : nameParts
  const last = rest.at(-1) ?? ''
  return rest.length > 1 && last.length > 1 && isTypeMark(last, schema) ? rest.slice(0, -1) : rest
}

/** What is done, as a noun: `deactivated` as a deactivation. */
const nameAct = (word: string): string => word.replace(/(?<=\p{L}{2}[ae])ted$/u, 'tion')

/** Words of a name as one says them: `phone` as a phone number, `valid until` as a date. */
export function speakName(marked: readonly string[], schema: JsonObject): string {
  const unmarked = removeTypeMark(marked, schema)
  // `date time sent` is a date sent.
  const isMoment = isDate(schema) && unmarked.length === 3 && unmarked[0] === 'date' && unmarked[1] === 'time'
  const nameParts = isMoment ? unmarked.toSpliced(1, 1) : unmarked
  const last = nameParts.at(-1) ?? ''
  const said = words.said as Readonly<Record<string, string>>
  // `last updated` is the last update once.
  const sayLast = (parts: readonly string[]): string =>
    parts
      .map((part, i) =>
        i < parts.length - 1 ? part : (said[part] ?? (isDate(schema) ? nameAct(part) : part)),
      )
      .join(' ')
      .replace(/\b(\p{L}+) \1\b/gu, '$1')
  // `set account active to false`, where the field is `is_account_active`.
  if (nameParts[0] === 'is' && nameParts.length > 1) return sayLast(nameParts.slice(1))
  // `date completion` is the completion date, but a date created is said so.
  if (isDate(schema) && nameParts[0] === 'date' && nameParts.length === 2)
    return last.endsWith('ed') ? `date ${last}` : `${last} date`
  const name = nameParts.join(' ')
  if (isDate(schema) && !/(?:(?<!\bup)date|\btime|day|\bbirth|timestamp)\b/.test(name)) {
    const isAfterVerb = nameParts.length > 1 && /^(?:at|on|after|by)$/.test(last)
    return `${sayLast(isAfterVerb ? nameParts.slice(0, -1) : nameParts)} ${isDay(schema) ? 'date' : 'time'}`
  }
  return sayLast(nameParts)
}

/** Whether a short text names what a field is called: it has a word of the name, or the name is short for it (`qty`, quantity). */
function spellsOut(text: string, name: string): boolean {
  const stem = (word: string): string => word.slice(0, STEM)
  const stems = new Set(nameWords(text).map(stem))
  const letters = normalizeBareName(name)
  let at = 0
  for (const letter of text.toLowerCase()) if (letter === letters[at]) at++
  return at === letters.length || nameWords(name).some((word) => word.length >= STEM && stems.has(stem(word)))
}

/** A description as a label: short, without article and full stop; the words of the name where it names something else. */
export function speakParameter(name: string, schema: JsonObject): string {
  const { description } = schema
  const plain = speakName(nameWords(name), schema)
  if (typeof description !== 'string') return plain
  const text = description
    .trim()
    .replace(/\.$/, '')
    .replace(/^(?:the|an?)\s+/i, '')
  const count = text.split(/\s+/).length
  // What a request asks for is a moment by its schema alone.
  if (isDate(schema)) return plain
  // `Enables moderation` tells what the field does, `items count` has no better name here than the field's own.
  const isAct = count > 1 && isPlural(text.split(/\s+/)[0]?.toLowerCase() ?? '')
  const isName = !isAct && count <= MAX_LABEL_WORDS && !/[^\p{L}\p{N} /-]/u.test(text) && !NO_NAME.test(text)
  if (!isName || text === '' || !spellsOut(text, name)) return plain
  return text
    .split(/\s+/)
    .map((word) => (/\p{Ll}\p{Lu}|_/u.test(word) ? joinInWords(word) : word))
    .join(' ')
    .replace(/\b\p{Lu}(?=-?\p{Ll})|\bID\b/gu, (letters) => letters.toLowerCase())
}

/** A name in words: `family doctor` of `FamilyDoctor`. */
export const joinInWords = (name: string): string => nameWords(name).join(' ')

/** By sound: an order, an umbrella, an SSL key, a user, a unit. */
export const addArticle = (noun: string): string =>
  `${/^(?:[FHLMNRSX]\p{Lu}|[aeioAEIO]|[uU](?!ni|s[aeu]))/u.test(noun) ? 'an' : 'a'} ${noun}`

/** Whether a verb tells of a change to what is there. */
export const isOfChange = (verb: string): boolean => verbs.update.includes(verb) || verbs.put.includes(verb)

/**
 * The verb that a summary or a name begins with: one that tells what tools do, or any word before an article or the
 * name of a kind of thing. `finds` and `updated` are read as `find` and `update`.
 */
function findVerb([first = '', ...rest]: readonly string[], nouns: ReadonlySet<string>): string | undefined {
  const low = first.toLowerCase()
  const forms = [low, singular(low), low.replace(/d$/, ''), low.replace(/ed$/, '')]
  const isNoun = (word: string | undefined): boolean => nouns.has(singular((word ?? '').toLowerCase()))
  const isDone = rest.slice(0, 2).some(isNoun) || ARTICLE.test(rest[0] ?? '')
  const verb = forms.find((form) => VERBS.has(form))
  const isPlain = !isNoun(first) && !ARTICLE.test(first) && /^[a-z]+$/.test(low)
  return verb ?? (isDone && isPlain ? forms[1] : undefined)
}

/** A summary as a clause in the imperative: `Registers Patient` to `register a patient`; undefined where it is none. */
function buildImperative(
  summary: string | undefined,
  effect: Effect,
  nouns: ReadonlySet<string>,
): string | undefined {
  // `Post a review and returns the new one` says two things.
  const text = (summary ?? '')
    .trim()
    .replace(/ \([^()]*\)/g, '')
    .replace(/[.!]$/, '')
    .replace(SECOND_CLAUSE, '')
  const words = text.split(/\s+/)
  const verb = findVerb(words, nouns)
  if (verb === undefined || words.length < 2 || /[.!?{}[\]]/.test(text) || TWO_VERBS.test(text))
    return undefined
  const [head = '', ...rest] = words.slice(1)
  // `Create an Account Transfer` is a title.
  const isTitle = [head, ...rest].every((word) => word.length <= 3 || /^\p{Lu}/u.test(word))
  const object = [head, ...rest]
    .map((word) => (isTitle && /^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word))
    .map((word) => (/\p{Ll}\p{Lu}|_/u.test(word) ? joinInWords(word) : word))
    .join(' ')
    .replace(/ by (?:its )?id$/i, '')
    .replace(/\ban? (\p{L}+)/giu, (_, noun: string) => addArticle(noun))
  // `Expire all` does not say what.
  if (rest.length === 0 && ARTICLE.test(head)) return undefined
  const [noun = ''] = ` ${object} `.split(PHRASE)
  // `start watching vehicle` goes on with a verb, `create shipping label` with a noun.
  const isVerbal = /ing$/.test(head) && !VERBS.has(verb)
  const hasArticle = ARTICLE.test(head) && head.toLowerCase() !== 'new'
  if (hasArticle || isVerbal || noun.trim() === '' || isPlural(noun.trim())) return `${verb} ${object}`
  const isThere = effect === 'read' || (PHRASE.test(object) && isOfChange(verb))
  return `${verb} ${isThere ? `the ${object}` : addArticle(object)}`
}

/** The words that a path ends with: `payment history` of `/documents/:id/payment-history`. */
export const endOfPath = ({ route }: ImportedTool): string =>
  nameWords(/\/([^/:]+)$/.exec(route?.on ?? '')?.[1] ?? '').join(' ')

/** The last parameter of a path, and where the path ends with a noun the one before that. */
export const readLastParameter = ({ route }: ImportedTool): string | undefined =>
  /\/:([^/]+)(?:\/[^/:]+)?$/.exec(route?.on ?? '')?.[1]

export const splitPathWords = ({ route }: ImportedTool): readonly string[] =>
  nameWords((route?.on ?? '').replace(/^\S+ (?:\w+:\/\/[^/]+)?/, ''))

/** The name of a tool in words; none where it repeats its route, as `post_api_pages` does. */
function splitNameWords(tool: ImportedTool): readonly string[] {
  const words = nameWords(tool.name)
  const [first = '', ...rest] = words
  const [method = ''] = (tool.route?.on ?? '').split(' ')
  return first === method.toLowerCase() && splitPathWords(tool).join('').endsWith(rest.join('')) ? [] : words
}

/** Whether a word tells what tools do. */
export const isVerb = (word: string): boolean => VERBS.has(word)

/** What a tool is about, by its name (`authenticated user` of `getAuthenticatedUser`), or by the end of its path. */
export function readNounInName(tool: ImportedTool): string {
  const words = splitNameWords(tool)
  // `Recipe_GetRandomRecipe` begins with its group.
  const rest = words.slice(words.slice(0, 2).findIndex((word) => VERBS.has(word)) + 1)
  return rest.length > 0 && rest.length < words.length ? rest.join(' ') : endOfPath(tool)
}

export const buildClause = (
  tool: ImportedTool,
  noun: string,
  nouns: ReadonlySet<string>,
): string | undefined =>
  buildImperative(tool.summary, tool.effect, nouns) ??
  (tool.kind === 'create'
    ? `create ${addArticle(noun)}`
    : buildImperative(splitNameWords(tool).join(' '), tool.effect, nouns)) ??
  buildImperative(tool.description, tool.effect, nouns)

/** Whether a name says nothing without what follows it: `variant of`. */
export const isOpenEnded = (label: string): boolean => PHRASE.test(` ${label.split(' ').at(-1)} `)

/** Whether a label has a letter for a word: `o balance`. */
export const hasLoneLetter = (label: string): boolean => /(?:^| )\p{L}(?: |$)/u.test(label)

/** `to` of `icanTo` and `from` of `fromAccount`. */
export const readDirection = (name: string): string | undefined =>
  [nameWords(name)[0], nameWords(name).at(-1)].find((word) => word === 'from' || word === 'to')

/** The verb that the summary or the name of a tool begins with. */
export const findVerbOf = (tool: ImportedTool, nouns: ReadonlySet<string>): string | undefined =>
  findVerb((tool.summary ?? '').split(/\s+/), nouns) ?? findVerb(splitNameWords(tool), nouns)

/** The verb of a change or removal; undefined of an action, such as a mark as spam, that nothing words. */
export function chooseVerb(tool: ImportedTool, nouns: ReadonlySet<string>): string | undefined {
  const said = findVerbOf(tool, nouns)
  const isAction = Object.keys(tool.sets).length > 0
  return said ?? (tool.kind === 'delete' ? 'delete' : isAction ? undefined : 'update')
}

export function saysWhatItLists(tool: ImportedTool, noun: string): boolean {
  const said = new Set(
    [...nameWords(`${tool.name} ${tool.summary ?? ''}`), ...splitPathWords(tool)].map(singular),
  )
  return noun.split(' ').some((word) => said.has(singular(word)))
}
