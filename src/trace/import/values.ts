import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { memoizeByString } from '../../shared/memoize.ts'
import { parseExactJson, parseJson, parseJsonOr } from '../../shared/parse-json.ts'

export type Fields = Readonly<Record<string, unknown>>

/** True for objects of any class, not for arrays. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an object; none of anything else. */
export const readFields = (value: unknown): Fields => (isFields(value) ? value : {})

/** True for a field that is missing or null. */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

/**
 * Where a value lies: a path of names with `/` between them; after a space, where it lies otherwise. A path that ends
 * in `=text` is true where that text, or `true`, lies there.
 */
export type FieldPlace = string | ((fields: Fields) => unknown)

/** The paths of a place. Tables have few places, which every message asks for again. */
const parsePlace = memoizeByString(1_000, (place) =>
  place.split(' ').map((path) => {
    const [names = '', wanted] = path.split('=')
    return { names: names.split('/'), wanted }
  }),
)

function findAtPlace(fields: Fields, place: string, isFound: (value: unknown) => boolean): unknown {
  let found: unknown
  for (const { names, wanted } of parsePlace(place)) {
    found = fields
    for (const name of names) found = isFields(found) ? found[name] : undefined
    if (wanted !== undefined) found = found === wanted || (found === true && wanted === 'true') || undefined
    if (isFound(found)) break
  }
  return found
}

const isPresent = (value: unknown): boolean => !isAbsent(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The first value at a place that is neither missing nor null. */
export const readAtPlace = (fields: Fields, place: FieldPlace | undefined): unknown =>
  typeof place === 'string' ? findAtPlace(fields, place, isPresent) : place?.(fields)

/** The first text at a place that is not empty. */
export function readTextField(fields: Fields, place: FieldPlace | undefined): string | undefined {
  const found = typeof place === 'string' ? findAtPlace(fields, place, isText) : place?.(fields)
  return isText(found) ? found : undefined
}

/** The objects of a field that may be missing; what is not an object is left out. */
export const listField = (fields: Fields, name: string): Fields[] => {
  const value = fields[name]
  return Array.isArray(value) ? value.filter(isFields) : []
}

export const hidesCalls = (fields: Fields, known: readonly string[]): boolean =>
  Object.entries(fields).some(
    ([name, value]) =>
      /tool|call|function|parts/i.test(name) &&
      !known.includes(name) &&
      !isAbsent(value) &&
      typeof value !== 'function' &&
      !(Array.isArray(value) && value.length === 0),
  )

/** The value of an object whose only field has one of the names: what is not an object gets wrapped. Anything else stays. */
export function unwrapSingle(value: unknown, names: readonly string[]): unknown {
  if (!isFields(value)) return value
  const [name, ...others] = Object.keys(value)
  return name !== undefined && others.length === 0 && names.includes(name) ? value[name] : value
}

/** What is wrong with a value that was to be a trace; `problem` is the message without its head. */
export class ImportProblem extends TracewrightError {
  readonly problem: string

  constructor(problem: string, options: { cause?: unknown } = {}) {
    super(`Failed to import a trace: ${problem}`, options)
    this.problem = problem
  }
}

const MAX_KEYS = 6
const MAX_TEXT_LENGTH = 60

export const cutText = (text: string): string =>
  text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH).replace(/[\ud800-\udbff]$/, '')}...`

function describeContent(content: unknown): string[] {
  if (!Array.isArray(content)) return []
  const types = content.flatMap((part) =>
    isFields(part) && typeof part.type === 'string' ? [JSON.stringify(cutText(part.type))] : [],
  )
  return types.length === 0 ? [] : [`content of type ${[...new Set(types)].slice(0, MAX_KEYS).join(', ')}`]
}

/** What a value is, in a few words: its type, or the first keys, and `type` and `role` where it has them. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (!isFields(value)) return `a ${typeof value}`
  const keys = Object.keys(value)
  if (keys.length === 0) return 'an object without keys'
  const named = ['type', 'role'].flatMap((key) =>
    typeof value[key] === 'string' ? [`${key} ${JSON.stringify(cutText(value[key]))}`] : [],
  )
  const shown = keys.slice(0, MAX_KEYS).map((key) => cutText(key))
  const more = keys.length > MAX_KEYS ? ', ...' : ''
  const parts = [...named, ...describeContent(value.content)]
  return `an object with ${parts.length === 0 ? '' : `${parts.join(', ')} and `}the keys ${shown.join(', ')}${more}`
}

/** A value as JSON would carry it. Throws for what JSON cannot hold. */
export function convertToImportedJson(value: unknown, what: string): Json {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    throw new ImportProblem(`${what} cannot be written as JSON: ${describeThrown(error)}.`, { cause: error })
  }
  if (text === undefined) throw new ImportProblem(`${what} is ${describe(value)}, which JSON cannot hold.`)
  return parseJson(text)
}

/** What a text says: the value where it is JSON, else the text itself. */
export const parseText = (text: string): Json => parseJsonOr(text, text, parseExactJson)

export const parseIfText = (value: unknown): unknown => (typeof value === 'string' ? parseText(value) : value)

const hasNoArguments = (value: unknown): boolean =>
  isAbsent(value) || (Array.isArray(value) && value.length === 0)

/** Arguments of a call, and why they are none where the model wrote what is not JSON object. */
interface ReadArguments {
  arguments: JsonObject
  problem?: string
}

/**
 * Reads the arguments of a call. Text that is not JSON object may come from a model, so it is a `problem` of the
 * call. Blank text, null and an empty list are an empty object, as models write it for tools without parameters.
 * Throws for anything that no model can have written.
 */
export function readArguments(value: unknown, call: string): ReadArguments {
  if (typeof value === 'string') {
    const parsed = value.trim() === '' ? null : parseJsonOr(value, undefined, parseExactJson)
    if (parsed === undefined)
      return { arguments: {}, problem: `the arguments are not JSON: ${cutText(value)}` }
    if (hasNoArguments(parsed)) return { arguments: {} }
    // Some clients write text as JSON once more.
    const inner = typeof parsed === 'string' ? parseText(parsed) : parsed
    if (isObject(inner)) return { arguments: inner }
    return { arguments: {}, problem: `the arguments are not a JSON object: ${cutText(value)}` }
  }
  if (hasNoArguments(value)) return { arguments: {} }
  if (!isFields(value)) {
    throw new ImportProblem(
      `the arguments of ${call} are ${describe(value)}. Give an object, or its JSON text.`,
    )
  }
  const json = convertToImportedJson(value, `the arguments of ${call}`)
  if (isObject(json)) return { arguments: json }
  throw new ImportProblem(`the arguments of ${call} are ${describe(json)}. Give an object, or its JSON text.`)
}

/** Text of one part of a message, or undefined where the part carries something else. */
function readPartText(part: unknown): string | undefined {
  if (typeof part === 'string') return part
  if (!isFields(part)) return undefined
  if (part.type === 'refusal') return typeof part.refusal === 'string' ? part.refusal : undefined
  const isText =
    part.type === undefined || ['text', 'input_text', 'output_text'].includes(part.type as string)
  return isText && typeof part.text === 'string' ? part.text : undefined
}

/** What a message says: a string as it stands, of parts the texts. */
export function joinSaid(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part) => readPartText(part) ?? '').join('') : ''
}

const isContainer = (text: string): boolean => /^\s*[[{]/.test(text) && typeof parseText(text) === 'object'

/**
 * What a tool answered. One part of text becomes that text, and several, such as the blocks of MCP, a list of what each
 * says. JSON cut into parts becomes whole. Anything else stays as it is.
 */
export function parseAnswer(content: unknown): unknown {
  if (!Array.isArray(content) || content.length === 0) return content
  const texts = content.map((part) => (isFields(part) ? readPartText(part) : undefined))
  if (!texts.every((text) => text !== undefined)) return content
  const isCut = !texts.every(isContainer) && isContainer(texts.join(''))
  return isCut || texts.length === 1 ? texts.join('') : texts.map(parseText)
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }

/** A text of Python as JSON has it; escapes that JSON does not know stand for a character. */
function convertPythonText(literal: string): string {
  const text = literal
    .slice(1, -1)
    .replace(
      /\\(?:x([\da-f]{2})|U([\da-f]{8})|u[\da-f]{4}|[\\"bfnrt]|(.))|"/gi,
      (part, two, eight, other) => {
        const code = two ?? eight
        if (code !== undefined)
          return JSON.stringify(String.fromCodePoint(Number.parseInt(code, 16))).slice(1, -1)
        return other ?? (part === '"' ? '\\"' : part)
      },
    )
  return `"${text}"`
}

/** What Python's `str` made of a dictionary, as LangChain for Python traces the input of a tool; undefined for other values. */
export function parsePythonFields(value: unknown): Fields | undefined {
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined
  const json = value.replace(
    /'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|\b(?:True|False|None)\b/gs,
    (token) => PYTHON_WORDS[token] ?? convertPythonText(token),
  )
  const read = parseText(json)
  return isFields(read) ? read : undefined
}
