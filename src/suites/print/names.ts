import { isTemplate, listSources } from '../../schema/binding.ts'
import type { Step } from '../../schema/task.ts'
import type { Tool } from '../../schema/tool.ts'
import { isObject, type Json, stringifyStably } from '../../shared/json.ts'
import { singular } from '../../shared/singular.ts'
import { listNodes } from '../load/nodes.ts'

/** Names that a printed function cannot use: reserved words, and what it may import. */
export const RESERVED = new Set(
  `abstract any arguments async await boolean break case catch class const continue crypto debugger default delete do
else enum error eval exactly export extends false finally for function if implements import in instanceof interface JSON
let Math new nothing null Number Object oneOf optional package private protected public Refused return static String super
switch task text this throw true try turn typeof undefined unordered var void while with yield`.split(/\s/),
)
/** Tools as far as printing needs them, by name. */
export type PrintedTools = ReadonlyMap<string, Pick<Tool, 'description' | 'inputSchema'>>

const MAX_WORDS = 3
const MAX_WORD_LENGTH = 24

const splitWords = (name: string): string[] =>
  name
    .replaceAll(/['’]/g, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

export const joinWords = (words: readonly string[]): string => {
  const joined = words
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
  return /^\p{L}/u.test(joined) ? joined : `value${joined}`
}

/** A name in camel case. */
export const camelCase = (name: string): string => joinWords(splitWords(name))

/**
 * What a tool returns, from its name: all but the verb. The verb is the first word, or the last one where the description or
 * more tools begin with it: `find_order` to `order`, `unit_convert` to `unit`.
 */
export function readNoun(tool: string, tools: PrintedTools): { words: string[]; isVague: boolean } {
  const words = splitWords(tool)
  if (words.length < 2) return { words, isVague: true }
  const last = words.at(-1) as string
  const [begins = ''] = splitWords(tools.get(tool)?.description ?? '')
  const countStarts = (word: string | undefined): number =>
    [...tools.keys()].filter((name) => splitWords(name)[0] === word).length
  const [first = ''] = words
  const isBegun = (word: string): boolean => begins === word || begins === `${word}s`
  const isVerb = isBegun(last) || (!isBegun(first) && countStarts(last) > countStarts(first))
  return { words: isVerb ? words.slice(0, -1) : words.slice(1), isVague: isVerb }
}

/** Words that tell one call of a tool from the others: of a path or an address the first word that they lack. */
function readWords(
  value: Json,
  others: readonly Json[],
  names: ReadonlyMap<string, ResultName>,
): string[] | undefined {
  if (isObject(value) && typeof value.$from === 'string') {
    const index = typeof value.at === 'string' ? /\/(\d+)(?:\/|$)/.exec(value.at)?.[1] : undefined
    const name = names.get(value.$from)?.name
    if (name === undefined) return undefined
    return index === undefined ? splitWords(name) : [...splitWords(singular(name)), String(Number(index) + 1)]
  }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const all = splitWords(String(value))
  const known = new Set(others.flatMap((other) => splitWords(String(other))))
  const own = all.find((word) => /^[a-z]{3}/.test(word) && !known.has(word))
  const words = own === undefined || /\s/.test(String(value)) ? all : [own]
  const isShort = words.length > 0 && words.length <= MAX_WORDS && words.join('').length <= MAX_WORD_LENGTH
  return isShort && /^[a-z][a-z\d]*$/.test(words.join('')) ? words : undefined
}

/** How a printed function calls the result of a step. */
export interface ResultName {
  name: string
  /** Field that is taken out at once: `const { hash } = ...`. */
  field?: string
}

/** Keys of the answer and gaps of templates, by the step that alone fills them. */
function readKeys(values: readonly Json[]): Map<string, string[]> {
  const keys = new Map<string, string[]>()
  const add = (key: string, value: Json): void => {
    const steps = new Set(listSources(value).map(({ $from }) => $from))
    for (const step of steps) if (steps.size === 1) keys.set(step, [...(keys.get(step) ?? []), key])
  }
  for (const value of values)
    for (const { value: node } of listNodes(value))
      if (isTemplate(node)) {
        for (const part of node.$template)
          if (isObject(part as Json)) add((part as { gap: string }).gap, (part as { is: Json }).is)
      } else if (isObject(node) && !Object.keys(node).some((key) => key.startsWith('$')))
        for (const [key, part] of Object.entries(node)) add(key, part as Json)
  return keys
}

/** Names the result of each step. */
export function nameResults(
  steps: readonly Step[],
  answer: Json,
  tools: PrintedTools,
  taken: ReadonlySet<string>,
): Map<string, ResultName> {
  const names = new Map<string, ResultName>()
  const used = new Set<string>(taken)
  const keys = readKeys([...steps.map((step) => step.arguments as Json), answer])
  const fields = readFields([...steps.map((step) => step as unknown as Json), answer])
  const reserve = (wanted: string, step: Step): void => {
    const base = RESERVED.has(wanted) ? `${wanted}Result` : wanted
    let name = base
    for (let i = 2; used.has(name); i++) name = `${base}${i}`
    used.add(name)
    names.set(step.step_id, { name })
  }
  for (const step of steps) {
    const { words, isVague } = readNoun(step.tool_name, tools)
    const noun = joinWords(words)
    const same = steps.filter(({ tool_name }) => tool_name === step.tool_name)
    const [field, ...others] = fields.get(step.step_id) ?? []
    const isField =
      field !== undefined && others.length === 0 && /^[a-z_][A-Za-z\d_]*$/.test(field) && !RESERVED.has(field)
    if (
      same.length === 1 &&
      isField &&
      (isVague || RESERVED.has(noun) || field === noun) &&
      !used.has(field) &&
      step.each === undefined
    ) {
      used.add(field)
      names.set(step.step_id, { name: field, field })
    } else if (same.length === 1)
      reserve(RESERVED.has(noun) || used.has(noun) ? camelCase(step.tool_name) : noun, step)
    else {
      const word = findWord(step, same, names) ?? findKey(step, same, keys)
      if (word === undefined) reserve(noun, step)
      else {
        const own = splitWords(word).join()
        reserve(
          own.startsWith(words.join()) || own.endsWith(words.join()) ? word : joinWords([word, ...words]),
          step,
        )
      }
    }
  }
  return names
}

/** The words of the first argument that is another one in each call of a tool. */
function findWord(
  step: Step,
  same: readonly Step[],
  names: ReadonlyMap<string, ResultName>,
): string | undefined {
  const others = same.filter((other) => other !== step)
  for (const [key, value] of Object.entries(step.arguments)) {
    const all = new Set(same.map((other) => stringifyStably(other.arguments[key] ?? null)))
    if (all.size < same.length) continue
    const values = others.map((other) => (other.arguments[key] ?? null) as Json)
    const words = readWords(value as Json, values, names)
    if (words !== undefined) return joinWords(words)
  }
  return undefined
}

function findKey(step: Step, same: readonly Step[], keys: ReadonlyMap<string, string[]>): string | undefined {
  const [key, ...others] = keys.get(step.step_id) ?? []
  const isOwn = same.every((other) => other === step || !keys.get(other.step_id)?.includes(key ?? ''))
  return key !== undefined &&
    others.length === 0 &&
    isOwn &&
    /[a-z]/i.test(key) &&
    splitWords(key).length <= MAX_WORDS
    ? camelCase(key)
    : undefined
}

/** First keys of the pointers into the output of each step; an empty one where the output is used as a whole. */
function readFields(values: readonly Json[]): Map<string, Set<string>> {
  const fields = new Map<string, Set<string>>()
  const add = (step: string, field: string): void =>
    void fields.set(step, (fields.get(step) ?? new Set()).add(field))
  for (const value of values)
    for (const { value: node } of listNodes(value)) {
      if (!isObject(node)) continue
      if (typeof node.$from === 'string' && typeof node.at === 'string') {
        const [, key = ''] = node.at.split('/')
        add(node.$from, key)
      }
      for (const key of ['$each', '$failed'] as const) if (typeof node[key] === 'string') add(node[key], '')
    }
  return fields
}
