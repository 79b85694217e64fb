import { append, get } from '@hyperjump/json-pointer'
import type { TaskScore } from '../schema/score.ts'
import { SEMANTIC_KEY } from '../schema/semantic.ts'
import type { ToolTable } from '../schema/tools.ts'
import type { Call, Trace } from '../schema/trace.ts'
import { isObject, type Json, stableJson } from '../shared/json.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { Reference, References } from '../trace/render-tree.ts'
import { entropyBitsOf, MIN_ENTROPY_BITS } from './bits.ts'
import { type LeafSchema, leafTypeOf, numberOf, numbersEqual, sameValue, UNTYPED } from './equality.ts'
import { Evidence, leavesOf, type Result } from './evidence.ts'
import { schemaAt, schemaOf } from './lineage.ts'
import { mayFeed } from './order.ts'
import { carries } from './tokens.ts'

/** Meanings that two values share without being the same thing. */
const COMMON = new Set(['boolean', 'category', 'count', 'enum', 'index', 'label', 'limit', 'number', 'text'])

const MIN_TEXT_LENGTH = 4
const MIN_WORD_LENGTH = 12
/** A tool that says it gives any number gives a measure, which is seldom met by chance; an integer may be a count. */
const TELLING_DIGITS = { measure: 2, integer: 4, other: 3 }

/** Numbers that a text writes as whole tokens; a part of a date or a time is none. */
const NUMBER =
  /(?<![\p{L}\p{N}_.]|\p{N}[-:/])[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}_]|[-:/.]\d|,\d{3})/gu

const isContainer = (value: Json): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0

const lastName = (pointer: string): string | undefined =>
  pointer
    .split('/')
    .slice(1)
    .findLast((key) => !/^\d+$/.test(key))

/** A place that a value stands in: its pointer and what the schema says of it. */
interface Place {
  pointer: string
  schema: LeafSchema | undefined
}

/** How much two places look as if they held the same thing. */
function agreement(one: Place, other: Place): number {
  const name = lastName(one.pointer)
  const semantic = one.schema?.[SEMANTIC_KEY]
  const alike = semantic !== undefined && semantic === other.schema?.[SEMANTIC_KEY] && !COMMON.has(semantic)
  return (name !== undefined && name === lastName(other.pointer) ? 2 : 0) + (alike ? 1 : 0)
}

const digitsOf = (value: number): number =>
  String(Math.abs(value)).replace(/e.*$/, '').replace(/\D/g, '').replace(/^0+/, '').length

/** Whether a value is unlikely to turn up twice by chance. */
function tells(value: Json, schema: LeafSchema | undefined): boolean {
  if (typeof value === 'string') return value.trim().length >= MIN_TEXT_LENGTH
  if (typeof value !== 'number') return false
  const { measure, integer, other } = TELLING_DIGITS
  const least = schema?.type === 'number' ? measure : Number.isInteger(value) ? integer : other
  return entropyBitsOf(schema, value) >= MIN_ENTROPY_BITS || digitsOf(value) >= least
}

/** Whether it may be said that a value was passed on, from one place to the other. */
function couldBePassedOn(value: Json, source: Place, target: Place): boolean {
  if (value === null || value === '' || typeof value === 'boolean') return false
  if (agreement(source, target) > 0) return value !== 0
  if (target.schema?.enum !== undefined) return false
  if (tells(value, source.schema)) return true
  // A measure that is handed to a tool that takes any number is not a coincidence; a small count is.
  return value !== 0 && source.schema?.type === 'number' && target.schema?.type === 'number'
}

/** Whether a text is worth finding within another: a name, an id or a number, not a common word. */
const isWorthFinding = (value: string): boolean =>
  value.trim().length >= MIN_TEXT_LENGTH && (/[\d\s\p{Lu}@/]/u.test(value) || value.length >= MIN_WORD_LENGTH)

/** Where a text stands in another as a whole token. */
function occurrences(needle: string, text: string): [number, number][] {
  const found: [number, number][] = []
  const isWord = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character)
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    const end = at + needle.length
    const cutsBefore = isWord(needle[0]) && isWord(text[at - 1])
    const cutsAfter = isWord(needle.at(-1)) && isWord(text[end])
    if (!cutsBefore && !cutsAfter) found.push([at, end])
  }
  return found
}

interface NumberToken {
  span: [number, number]
  value: number | undefined
}

const numbersIn = (text: string): NumberToken[] =>
  [...text.matchAll(NUMBER)].map((match) => ({
    span: [match.index, match.index + match[0].length],
    value: numberOf(match[0].replace(/^\+/, '')),
  }))

/** Where a value stands in a text that writes these numbers. */
function spansOf(value: Json, text: string, numbers: readonly NumberToken[]): [number, number][] {
  if (typeof value === 'string') return isWorthFinding(value) ? occurrences(value.trim(), text) : []
  if (typeof value !== 'number') return []
  return numbers
    .filter((number) => number.value !== undefined && numbersEqual(value, number.value))
    .map(({ span }) => span)
}

/** Results, the latest first; parallel ones by their text. */
function lastFirst(results: readonly Result[]): Result[] {
  const ranks = new Map<Call, number>()
  const rankOf = (call: Call): number => ranks.get(call) ?? 0
  for (const { call } of [...results].sort((a, b) => a.call.started - b.call.started)) {
    const before = results.filter((other) => mayFeed(other.call, call))
    ranks.set(
      call,
      before.reduce((rank, other) => Math.max(rank, 1 + rankOf(other.call)), 0),
    )
  }
  const keys = new Map(
    results.map(({ call }) => [call, `${call.tool_name} ${stableJson(call.arguments)}`] as const),
  )
  return [...results].sort(({ call: a }, { call: b }) => {
    const [one, other] = [keys.get(a) as string, keys.get(b) as string]
    return rankOf(b) - rankOf(a) || (one < other ? -1 : one > other ? 1 : a.started - b.started)
  })
}

/** Finds out, call by call, what was passed on. */
class FlowFinder {
  private readonly evidence: Evidence
  private readonly tools: ToolTable
  private readonly results: readonly Result[]
  private readonly knownTo = new Map<Call | null, Result[]>()
  private readonly containers = new Map<Call, Map<string, string>>()
  /** Values that the agent wrote itself, and when; of a composed text the parts came from elsewhere. */
  private readonly written: { value: Json; started: number; isComposed: boolean }[] = []

  constructor(trace: Trace, tools: ToolTable, prompt: string) {
    this.evidence = new Evidence(prompt, trace.calls)
    this.tools = tools
    this.results = lastFirst(this.evidence.results)
  }

  private schemaOf(tool: string, which: 'inputSchema' | 'outputSchema', pointer: string): Place {
    return { pointer, schema: schemaAt(schemaOf(this.tools, tool, which), pointer) }
  }

  /** Results that a call could know, those that came last first. */
  private known(consumer: Call | null): Result[] {
    const cached = this.knownTo.get(consumer)
    if (cached !== undefined) return cached
    const known = this.results.filter(({ call }) => consumer === null || mayFeed(call, consumer))
    this.knownTo.set(consumer, known)
    return known
  }

  /** Whether the agent had a value before a result brought it: from the prompt, or of its own. */
  private hadBefore(value: Json, call: Call): boolean {
    if (!isContainer(value) && carries(this.evidence.prompt, value)) return true
    return this.written.some(({ value: before, started, isComposed }) => {
      if (started >= call.ended) return false
      if (isContainer(value)) return stableJson(before) === stableJson(value)
      if (sameValue(value, before, UNTYPED)) return true
      const isPart = !isComposed || (typeof value === 'string' && /\s/.test(value))
      return isPart && typeof before === 'string' && carries(before, value)
    })
  }

  private containersOf({ call }: Result): Map<string, string> {
    const cached = this.containers.get(call)
    if (cached !== undefined) return cached
    const found = new Map<string, string>()
    const visit = (value: Json, pointer: string): void => {
      if (typeof value !== 'object' || value === null || !isContainer(value)) return
      const key = stableJson(value)
      if (!found.has(key)) found.set(key, pointer)
      for (const [name, item] of Object.entries(value)) visit(item, append(name, pointer))
    }
    visit(call.result as Json, '')
    this.containers.set(call, found)
    return found
  }

  /** The earlier result that a whole list or object was taken from. */
  private container(value: Json, at: string, consumer: Call | null): Reference | undefined {
    if (leavesOf(value).length < 2) return undefined
    for (const result of this.known(consumer)) {
      const pointer = this.containersOf(result).get(stableJson(value))
      if (pointer !== undefined && !this.hadBefore(value, result.call)) {
        return { at, source: result.call.id, pointer }
      }
    }
    return undefined
  }

  /** The earlier result that a whole scalar was taken from. */
  private scalar(value: Json, target: Place, consumer: Call | null): Reference | undefined {
    for (const { call, leaves } of this.known(consumer)) {
      const [best] = leaves
        .filter((leaf) => sameValue(leaf.value, value, leafTypeOf(target.schema)))
        .map((leaf) => ({ leaf, place: this.schemaOf(call.tool_name, 'outputSchema', leaf.pointer) }))
        .filter(({ leaf, place }) => couldBePassedOn(leaf.value, place, target))
        .sort((a, b) => agreement(b.place, target) - agreement(a.place, target))
      if (best !== undefined && !this.hadBefore(best.leaf.value, call)) {
        return { at: target.pointer, source: call.id, pointer: best.leaf.pointer }
      }
    }
    return undefined
  }

  /** The parts of a text that were taken from earlier results; where two overlap, the longer one. */
  private spans(text: string, at: string, consumer: Call | null): Reference[] {
    const numbers = numbersIn(text)
    const found = this.known(consumer).flatMap(({ call, leaves }) =>
      leaves.flatMap(({ value, pointer }): Reference[] => {
        const spans = spansOf(value, text, numbers)
        if (spans.length === 0) return []
        const { schema } = this.schemaOf(call.tool_name, 'outputSchema', pointer)
        if (!tells(value, schema) || this.hadBefore(value, call)) return []
        return spans.map((span) => ({ at, span, source: call.id, pointer }))
      }),
    )
    const lengthOf = ({ span: [start, end] = [0, 0] }: Reference): number => end - start
    const taken: Reference[] = []
    for (const reference of found.sort((a, b) => lengthOf(b) - lengthOf(a))) {
      const [start, end] = reference.span as readonly [number, number]
      if (taken.every(({ span: [from, to] = [0, 0] }) => end <= from || start >= to)) taken.push(reference)
    }
    return taken
  }

  private value(value: Json, at: string, consumer: Call | null): Reference[] {
    const target =
      consumer === null
        ? { pointer: at, schema: undefined }
        : this.schemaOf(consumer.tool_name, 'inputSchema', at)
    if (isContainer(value)) {
      const whole = at === '' ? undefined : this.container(value, at, consumer)
      if (whole !== undefined) return [whole]
      return Object.entries(value as object).flatMap(([key, item]) =>
        this.value(item as Json, append(key, at), consumer),
      )
    }
    const whole = this.scalar(value, target, consumer)
    if (whole !== undefined) return [whole]
    if (typeof value !== 'string') return []
    const data = parsed(value)
    const json = data === undefined ? undefined : this.container(data, at, consumer)
    return json === undefined ? this.spans(value, at, consumer) : [json]
  }

  of(consumer: Call | null, given: Json): Reference[] {
    const references = this.value(given, '', consumer)
    if (consumer !== null) this.remember(given, '', references, consumer.started)
    return references
  }

  private remember(value: Json, at: string, references: readonly Reference[], started: number): void {
    const parts = references.filter((reference) => reference.at === at)
    if (parts.some(({ span }) => span === undefined)) return
    if (at !== '') this.written.push({ value, started, isComposed: parts.length > 0 })
    if (!isContainer(value)) return
    for (const [key, item] of Object.entries(value as object)) {
      this.remember(item as Json, append(key, at), references, started)
    }
  }
}

function parsed(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/**
 * What the task binds and the verdict found right. Short values are among it, which a trace alone could not tell from
 * values that are equal by chance.
 */
function boundIn({ steps }: TaskScore, trace: Trace): [call: string, Reference][] {
  const calls = new Map(trace.calls.map((call) => [call.id, call]))
  const callOf = new Map(steps.map(({ step_id, call }) => [step_id, call]))
  return steps.flatMap(({ call: consumer, leaves }) =>
    leaves.flatMap(({ pointer: at, right, actual, source: name = '', text }): [string, Reference][] => {
      const [step = '', pointer = ''] = name.split(/ (?=\/)/)
      const source = callOf.get(step) ?? ''
      const result = calls.get(source)?.result
      const isWhole = right && text !== true && consumer !== null && actual !== undefined && pointer !== ''
      if (!isWhole || result === undefined) return []
      const value = get(pointer, result) as Json | undefined
      return value !== undefined && sameValue(value, actual, UNTYPED)
        ? [[consumer, { at, source, pointer }]]
        : []
    }),
  )
}

/**
 * Which values of a trace were passed on from an earlier result, by the call's id; the final answer's are under null. Values
 * that the agent knew before, from the prompt or an earlier argument, do not count. A value that could appear twice by
 * chance counts only if the verdict on the trace says that it was passed on. A value that several results
 * hold is taken from the last of them.
 */
export function flowOf(trace: Trace, tools: ToolTable, prompt = '', score?: TaskScore): References {
  const finder = new FlowFinder(trace, tools, prompt)
  const flow = new Map<string | null, readonly Reference[]>()
  for (const call of [...trace.calls].sort((a, b) => a.started - b.started)) {
    flow.set(call.id, finder.of(call, call.arguments))
  }
  if (trace.final_answer !== null) flow.set(null, finder.of(null, trace.final_answer))
  for (const [call, reference] of score === undefined ? [] : boundIn(score, trace)) {
    const found = flow.get(call) ?? []
    const isFound = found.some(({ at }) => at === reference.at || reference.at.startsWith(`${at}/`))
    if (!isFound) flow.set(call, [...found, reference])
  }
  return flow
}
