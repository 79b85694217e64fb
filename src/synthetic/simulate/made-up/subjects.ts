import { isObject, type Json } from '../../../shared/json.ts'
import { stemsOf } from '../../rules/words.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { argumentOf } from '../arguments.ts'
import type { LinkedCall } from './links.ts'

type Output = ToolSpec['outputs'][number]

/** A list of texts that a call was given: the things that it is about. */
export interface Subject {
  /** Name of the parameter. */
  name: string
  /** The things, by what names them: `KB1` of `KB1:4.2`. */
  items: readonly string[]
}

/** Words of names that do not tell one thing from another. */
const EMPTY = new Set(
  'id list name value data the of count total number num target source new required current specific each all string array code item'.split(
    ' ',
  ),
)
const coreOf = (text: string): string[] => stemsOf(text).filter((stem) => !EMPTY.has(stem))

const RECORD = /^([\w .-]{1,60}?)(?::[^:]*)+$/

/** What the records name, where all are of the form `name:value`; else the texts as they are. */
function headsOf(texts: readonly string[]): readonly string[] {
  const heads = texts.map((text) => RECORD.exec(text)?.[1])
  return heads.every((head) => head !== undefined) ? heads : texts
}

const MOST_CHARACTERS = 160

const isTexts = (value: Json | undefined): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => typeof item === 'string' && item.length <= MOST_CHARACTERS)

const NAMING = ['name', 'id', 'title', 'table'] as const

/** What names a thing of a list within a text in JSON. */
function nameOf(item: Json): string | undefined {
  if (typeof item === 'string') return item
  if (!isObject(item)) return undefined
  return NAMING.map((key) => item[key]).find((value) => typeof value === 'string')
}

/** The lists within a text in JSON, and the names of its fields. */
function subjectsWithin(name: string, text: string): Subject[] {
  const value = parsed(text)
  if (!isObject(value)) return []
  const lists = Object.entries(value).flatMap(([key, list]): Subject[] => {
    const items = Array.isArray(list) ? list.flatMap((item) => nameOf(item) ?? []) : []
    return items.length > 0 && isTexts(items) ? [{ name: key, items }] : []
  })
  return lists.length > 0
    ? lists
    : [{ name, items: Object.keys(value) }].filter(({ items }) => isTexts(items))
}

function parsed(text: string): unknown {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The lists of short texts that a call was given, those within texts in JSON among them. */
export const subjectsOf = ({ args, tool }: LinkedCall): Subject[] =>
  tool.parameters.flatMap(({ name }) => {
    const value = argumentOf(args, name, tool)
    if (typeof value === 'string') return subjectsWithin(name, value)
    return isTexts(value) ? [{ name, items: [...new Set(headsOf(value))] }] : []
  })

/** The first list whose name shares a word with the text, the last word of its name before others. */
function sharing(text: readonly string[], subjects: readonly Subject[]): Subject | undefined {
  const words = new Set(text)
  return (
    subjects.find(({ name }) => words.has(coreOf(name).at(-1) ?? '')) ??
    subjects.find(({ name }) => coreOf(name).some((stem) => words.has(stem)))
  )
}

/** The list that an output speaks of by its name, else by its description; undefined where there is none. */
export function subjectOf({ name, description }: Output, call: LinkedCall): Subject | undefined {
  const subjects = subjectsOf(call)
  return sharing(coreOf(name), subjects) ?? sharing(coreOf(description), subjects)
}

/** The list whose things an output holds by its own name alone. */
export const subjectNamed = ({ name }: Pick<Output, 'name'>, call: LinkedCall): Subject | undefined =>
  sharing(coreOf(name), subjectsOf(call))

const PER_ITEM = /\b(?:for each|of each|for every|per|by|each)\s+((?:\w+[ -]?){1,4})/gi

/** The list for each thing of which an output has an item, as its description says. */
export function perItemOf({ description }: Output, call: LinkedCall): Subject | undefined {
  const subjects = subjectsOf(call)
  for (const [, words = ''] of description.matchAll(PER_ITEM)) {
    const found = sharing(coreOf(words), subjects)
    if (found !== undefined) return found
  }
  return undefined
}
