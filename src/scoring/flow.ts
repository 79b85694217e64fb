import { append, get, pointerSegments } from '@hyperjump/json-pointer'
import type { TaskScore } from '../schema/score.ts'
import type { ToolTable } from '../schema/tools.ts'
import type { Call, Trace } from '../schema/trace.ts'
import { isObject, type Json, stringifyStably } from '../shared/json.ts'
import { isSameValue, type LeafSchema, readLeafType, UNTYPED } from '../tasks/equality.ts'
import type { Reference, References } from '../trace/render-tree.ts'
import { findPlaces, readable } from './answers/prose.ts'
import { computeEntropyBits, MIN_ENTROPY_BITS } from './bits.ts'
import { type CallEvidence, Evidence, leavesOf } from './evidence.ts'
import { mayFeed } from './order.ts'
import { schemaAt, schemaOf } from './provenance.ts'
import { carries } from './tokens.ts'

const MIN_TEXT_LENGTH = 4
const MIN_WORD_LENGTH = 12
/** Digits of a number that is seldom met twice by chance. A tool that gives any number gives a measure; an integer may be a count. */
const MIN_DIGITS = { measure: 2, integer: 4, other: 3 }

const isContainer = (value: Json): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0

const countDigits = (value: number): number =>
  String(Math.abs(value)).replace(/e.*$/, '').replace(/\D/g, '').replace(/^0+/, '').length

/** Whether a value is unlikely to turn up twice by chance. */
function tells(value: Json, schema: LeafSchema | undefined): boolean {
  if (typeof value === 'string') return value.trim().length >= MIN_TEXT_LENGTH
  if (typeof value !== 'number' || value === 0) return false
  const { measure, integer, other } = MIN_DIGITS
  const least = schema?.type === 'number' ? measure : Number.isInteger(value) ? integer : other
  return computeEntropyBits(schema, value) >= MIN_ENTROPY_BITS || countDigits(value) >= least
}

/** Whether a result names a value as the argument does: a short value under its own name is not a coincidence. */
function isSameField({ value, pointer }: { value: Json; pointer: string }, at: string): boolean {
  const name = [...pointerSegments(at)].at(-1)
  const isText = typeof value === 'string' && value.trim() !== ''
  return (isText || typeof value === 'number') && name === [...pointerSegments(pointer)].at(-1)
}

/** Whether a text is worth finding within another: a name, an id or a number, not a common word. */
const isWorthFinding = (value: Json): boolean =>
  typeof value !== 'string' || /[\d\s\p{Lu}@/]/u.test(value) || value.length >= MIN_WORD_LENGTH

/** Results, the latest first; parallel ones by their text. */
function sortLastFirst(results: readonly CallEvidence[]): CallEvidence[] {
  const ranks = new Map<Call, number>()
  const readRank = (call: Call): number => ranks.get(call) ?? 0
  for (const { call } of [...results].sort((a, b) => a.call.started - b.call.started)) {
    const before = results.filter((other) => mayFeed(other.call, call))
    ranks.set(
      call,
      before.reduce((rank, other) => Math.max(rank, 1 + readRank(other.call)), 0),
    )
  }
  const keys = new Map(
    results.map(({ call }) => [call, `${call.tool_name} ${stringifyStably(call.arguments)}`] as const),
  )
  return [...results].sort(({ call: a }, { call: b }) => {
    const [one, other] = [keys.get(a) as string, keys.get(b) as string]
    return readRank(b) - readRank(a) || (one < other ? -1 : one > other ? 1 : a.started - b.started)
  })
}

/** A list or an object within a value, as text. */
interface Container {
  pointer: string
  text: string
}

function listContainers(value: Json, pointer = ''): Container[] {
  if (!isContainer(value)) return []
  const inner = Object.entries(value as object).flatMap(([key, item]) =>
    listContainers(item as Json, append(key, pointer)),
  )
  return leavesOf(value).length < 2 ? inner : [{ pointer, text: stringifyStably(value) }, ...inner]
}

/** Finds out what was passed on in a trace. */
class FlowFinder {
  private readonly tools: ToolTable
  private readonly prompt: string
  private readonly results: readonly CallEvidence[]
  private readonly containers: ReadonlyMap<Call, readonly Container[]>
  /** Values that the agent wrote itself, and when; of a composed text the parts came from elsewhere. */
  private readonly written: { value: Json; started: number; isComposed: boolean }[] = []

  constructor({ calls }: Trace, tools: ToolTable, prompt: string) {
    this.tools = tools
    this.prompt = prompt
    this.results = sortLastFirst(new Evidence(prompt, calls).results)
    this.containers = new Map(
      this.results.map(({ call }) => [call, listContainers(call.result as Json)] as const),
    )
  }

  /** Results that a call could know, those that came last first. */
  private listKnown(consumer: Call | null): readonly CallEvidence[] {
    return this.results.filter(({ call }) => consumer === null || mayFeed(call, consumer))
  }

  /** Whether the agent had a value before a result brought it: from the prompt, or of its own. */
  private hadBefore(value: Json, call: Call): boolean {
    return (
      carries(this.prompt, value) ||
      this.written.some(({ value: before, started, isComposed }) => {
        if (started >= call.ended) return false
        const isPart = !isComposed || (typeof value === 'string' && /\s/.test(value))
        return (
          isSameValue(value, before, UNTYPED) ||
          (isPart && typeof before === 'string' && carries(before, value))
        )
      })
    )
  }

  private findOutputSchema(call: Call, pointer: string): LeafSchema | undefined {
    return schemaAt(schemaOf(this.tools, call.tool_name, 'outputSchema'), pointer)
  }

  /** The earlier result that a whole list or object was taken from. */
  private findContainerReference(value: Json, at: string, consumer: Call | null): Reference | undefined {
    const text = stringifyStably(value)
    for (const { call } of this.listKnown(consumer)) {
      const found = this.containers.get(call)?.find((container) => container.text === text)
      if (found !== undefined) return { at, source: call.id, pointer: found.pointer }
    }
    return undefined
  }

  /** The earlier result that a whole scalar was taken from. */
  private findScalarReference(value: Json, at: string, consumer: Call | null): Reference | undefined {
    const target =
      consumer === null ? undefined : schemaAt(schemaOf(this.tools, consumer.tool_name, 'inputSchema'), at)
    if (target?.enum !== undefined) return undefined
    for (const { call, leaves } of this.listKnown(consumer)) {
      const found = leaves.find((leaf) => {
        if (!isSameValue(leaf.value, value, readLeafType(target))) return false
        const schema = this.findOutputSchema(call, leaf.pointer)
        // A measure that is handed to a tool that takes any number is not a coincidence; a small count is.
        const isMeasure = value !== 0 && schema?.type === 'number' && target?.type === 'number'
        return isMeasure || tells(leaf.value, schema) || isSameField(leaf, at)
      })
      if (found !== undefined && !this.hadBefore(found.value, call))
        return { at, source: call.id, pointer: found.pointer }
    }
    return undefined
  }

  /** The parts of a text that were taken from earlier results; where two overlap, the longer one. */
  private findSpanReferences(text: string, at: string, consumer: Call | null): Reference[] {
    const found = this.listKnown(consumer).flatMap(({ call, leaves }) =>
      leaves.flatMap(({ value, pointer }) => {
        if (!tells(value, this.findOutputSchema(call, pointer)) || !isWorthFinding(value)) return []
        const places = findPlaces(value, readable(text))
        if (places.length === 0 || this.hadBefore(value, call)) return []
        return places.map(({ start, end }) => ({ at, span: [start, end] as const, source: call.id, pointer }))
      }),
    )
    const taken: typeof found = []
    for (const reference of found.sort((a, b) => b.span[1] - b.span[0] - (a.span[1] - a.span[0]))) {
      const [start, end] = reference.span
      if (taken.every(({ span: [from, to] }) => end <= from || start >= to)) taken.push(reference)
    }
    return taken
  }

  findReferences(consumer: Call | null, given: Json): Reference[] {
    const references = this.findReferencesWithin(given, '', consumer)
    for (const { pointer, value } of consumer === null ? [] : leavesOf(given)) {
      const parts = references.filter(({ at }) => pointer === at || pointer.startsWith(`${at}/`))
      if (parts.every(({ span }) => span !== undefined))
        this.written.push({ value, started: (consumer as Call).started, isComposed: parts.length > 0 })
    }
    return references
  }

  private findReferencesWithin(value: Json, at: string, consumer: Call | null): Reference[] {
    if (isContainer(value)) {
      const whole = at === '' ? undefined : this.findContainerReference(value, at, consumer)
      if (whole !== undefined) return [whole]
      return Object.entries(value as object).flatMap(([key, item]) =>
        this.findReferencesWithin(item as Json, append(key, at), consumer),
      )
    }
    const whole = this.findScalarReference(value, at, consumer)
    if (whole !== undefined) return [whole]
    return typeof value === 'string' ? this.findSpanReferences(value, at, consumer) : []
  }
}

/**
 * What the task binds and the verdict found right. Short values are among it, which a trace alone could not tell from
 * values that are equal by chance.
 */
function listBound({ steps }: TaskScore, trace: Trace): [call: string, Reference][] {
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
      return value !== undefined && isSameValue(value, actual, UNTYPED)
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
export function findFlow(trace: Trace, tools: ToolTable, prompt = '', score?: TaskScore): References {
  const finder = new FlowFinder(trace, tools, prompt)
  const flow = new Map<string | null, readonly Reference[]>()
  for (const call of trace.calls.toSorted((a, b) => a.started - b.started))
    flow.set(call.id, finder.findReferences(call, call.arguments))
  if (trace.final_answer !== null) flow.set(null, finder.findReferences(null, trace.final_answer))
  for (const [call, reference] of score === undefined ? [] : listBound(score, trace)) {
    const found = flow.get(call) ?? []
    const isFound = found.some(({ at }) => at === reference.at || reference.at.startsWith(`${at}/`))
    if (!isFound) flow.set(call, [...found, reference])
  }
  return flow
}
