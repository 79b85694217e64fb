import type { ToolTable } from '../src/schema/tools.ts'
import { type Call, hasSucceeded, type Trace } from '../src/schema/trace.ts'
import { findPlaces, readable } from '../src/scoring/answers/prose.ts'
import { Evidence, isSameCall, leavesOf } from '../src/scoring/evidence.ts'
import { mayFeed } from '../src/scoring/order.ts'
import { classifyProvenance, schemaAt, schemaOf } from '../src/scoring/provenance.ts'
import { carries } from '../src/scoring/tokens.ts'
import type { Json } from '../src/shared/json.ts'
import { isJsonTextOf, isSameValue, type LeafSchema, readLeafType } from '../src/tasks/equality.ts'
import { type FoundValue, findValuesAt, type ParsedEnd } from './flow-end.ts'
import type { Subject } from './subject.ts'

/** What one call of the receiving tool got. */
export interface Receipt {
  consumer: Call
  received: FoundValue | undefined
  /** The call that it came from. */
  producer?: Call
  /** Why it is not a flow, in words. */
  note?: string
}

/** Significant digits that a rounded number keeps at least. */
const SHOWN_DIGITS = 3

/** Whether what was received is the value that was given, or a text that carries it as a whole token. */
function isPassedOn(given: Json, received: Json, schema: LeafSchema | undefined): boolean {
  if (typeof given === 'object' && given !== null) {
    if (isJsonTextOf(given, received)) return true
    if (typeof received !== 'object' || received === null) return false
    const [wanted, got] = [
      leavesOf(given),
      new Map(leavesOf(received).map((leaf) => [leaf.pointer, leaf.value])),
    ]
    return (
      wanted.length === got.size &&
      wanted.every(({ pointer, value }) => {
        const received = got.get(pointer)
        return received !== undefined && isSameValue(value, received, readLeafType(schemaAt(schema, pointer)))
      })
    )
  }
  if (given === '') return received === ''
  // Three digits of a number show it, as a reader would round.
  if (isSameValue(given, received, { ...readLeafType(schema), digits: SHOWN_DIGITS })) return true
  if (typeof received !== 'string') return false
  return (
    carries(received, given) ||
    (typeof given !== 'boolean' && findPlaces(given, readable(received)).length > 0)
  )
}

export const findOutputs = (call: Call, from: ParsedEnd): FoundValue[] =>
  call.result === undefined ? [] : findValuesAt(call.result, from.keys)

export function callsOf({ tool, call }: ParsedEnd, trace: Trace): Call[] {
  const calls = trace.calls.filter((other) => other.tool_name === tool && hasSucceeded(other))
  return call === undefined ? calls : calls.slice(call - 1, call)
}

/** Judges one received value: where it came from, or why it is not a flow. */
function judge(
  consumer: Call,
  received: FoundValue,
  from: ParsedEnd,
  producers: readonly Call[],
  evidence: Evidence,
  tools: ToolTable,
): Receipt {
  const schema = schemaAt(schemaOf(tools, consumer.tool_name, 'inputSchema'), received.pointer)
  // A source without a path is anything that the tool gave.
  const hasGivenValue = (call: Call): boolean =>
    findOutputs(call, from)
      .flatMap(({ value }) => [
        value,
        ...(from.keys.length === 0 ? leavesOf(value).map((leaf) => leaf.value) : []),
      ])
      .some((value) => isPassedOn(value, received.value, schema))
  const feeding = producers.filter((call) => mayFeed(call, consumer))
  const givers = feeding.filter(hasGivenValue)
  for (const producer of givers) {
    const latest = feeding
      .filter((call) => isSameCall(call, producer))
      .reduce((last, call) => (call.ended > last.ended ? call : last), producer)
    if (from.call !== undefined || hasGivenValue(latest)) return { consumer, received, producer }
  }
  const [stale] = givers
  if (stale !== undefined) {
    return {
      consumer,
      received,
      note: `stale: ${stale.id} returned it, but a later call with the same arguments returned something else`,
    }
  }
  const late = producers.find(hasGivenValue)
  if (late !== undefined) {
    const why =
      late.turn !== undefined && late.turn === consumer.turn
        ? 'it was called in the same turn'
        : 'it had not ended yet'
    return { consumer, received, note: `${late.id} returned it, but ${why}` }
  }
  const type = readLeafType(schema)
  const { note } = classifyProvenance(received.value, undefined, { explain: 'all', consumer, evidence, type })
  if (note !== undefined) return { consumer, received, note }
  if (producers.length === 0) return { consumer, received }
  const isText = typeof received.value === 'string' && /\s/.test(received.value)
  return { consumer, received, note: isText ? 'it does not hold the value' : 'no earlier result holds it' }
}

/** What every successful call of one end received, and whether it came from the other end. */
export function findReceipts(from: ParsedEnd, to: ParsedEnd, { trace, task, tools }: Subject): Receipt[] {
  const evidence = new Evidence(task?.prompt ?? '', trace.calls)
  const producers = callsOf(from, trace)
  return callsOf(to, trace).flatMap((consumer): Receipt[] => {
    const found = findValuesAt(consumer.arguments, to.keys)
    if (found.length === 0) return [{ consumer, received: undefined, note: 'it was left out' }]
    return found.map((value) => judge(consumer, value, from, producers, evidence, tools))
  })
}
