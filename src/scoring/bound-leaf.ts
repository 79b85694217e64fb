import { type From, isFrom, listSources, type Pick, type Transform } from '../schema/binding.ts'
import { countsAsGrounded } from '../schema/provenance.ts'
import type { LeafScore } from '../schema/score.ts'
import type { Call } from '../schema/trace.ts'
import { type Json, stringifyStably } from '../shared/json.ts'
import { type OutputOf, readDigits, resolve, resolveAll, resolvePick } from '../tasks/bindings.ts'
import { isJsonTextOf, isSameValue, isSet, type LeafSchema, readLeafType } from '../tasks/equality.ts'
import { type Evidence, leavesOf } from './evidence.ts'
import { arrangeItems } from './judge-value.ts'
import { buildExtraLeaf } from './literal.ts'
import {
  classifyProvenance,
  type Explained,
  findStale,
  type Readings,
  schemaAt,
  writeStaleNote,
} from './provenance.ts'

const convertToJson = (binding: From): Json => binding

/**
 * Tells a call that equals the one of a step from a newer reading of it. Such a call fulfils another step, and the task
 * asks for both. Or it came after a write that waits for the step, and says what this write left.
 */
export type ReadingCheck = (stepId: string, call: Call) => boolean

export interface ArgumentContext {
  /** The call whose arguments are judged; null for the final answer. */
  consumer: Call | null
  evidence: Evidence
  explain: Explained
  /** The call that fulfils a step, where it could have fed the consumer. */
  producerOf(stepId: string): Call | undefined
  /** Whether an equal call is something else than a newer reading of a step. */
  isApart?: ReadingCheck | undefined
  outputSchemaOf(toolName: string): LeafSchema | undefined
}

export const formatSource = ({ $from, at }: { $from: string; at: string }): string =>
  `${$from} ${at === '' ? '(output)' : at}`

/** Ids of the steps in {@link LeafScore.source}. */
export const listSourceSteps = ({ source }: LeafScore): string[] =>
  source?.split(', ').flatMap((item) => item.split(/ (?=\/|\()/, 1)) ?? []

export const readOutputs =
  (context: ArgumentContext): OutputOf =>
  (stepId) =>
    context.producerOf(stepId)?.result

/** Whether a transform writes a value another way and leaves it as hard to guess as it was. */
const keepsDomain = (via: Transform): boolean =>
  ['text', 'number', 'json', 'trim', 'lower', 'upper'].includes(via as string)

/** What the producers of a binding said last, and before that; undefined where none of them was read more than once. */
export function collectReadings(
  stepIds: readonly string[],
  { producerOf, evidence, consumer, isApart }: ArgumentContext,
): Readings | undefined {
  if (!evidence.areRepeated(stepIds.map(producerOf))) return undefined
  const reads = [...new Set(stepIds)].flatMap((stepId) => {
    const producer = producerOf(stepId)
    if (producer === undefined) return []
    const calls = evidence
      .readsLike(producer, consumer)
      .filter((call) => call === producer || isApart?.(stepId, call) !== true)
    const latest = calls.reduce((last, call) => (call.ended > last.ended ? call : last), producer)
    return [{ stepId, latest, before: calls.filter((call) => call !== latest) }]
  })
  const findLatest: OutputOf = (id) => reads.find(({ stepId }) => stepId === id)?.latest.result
  const earlier = reads.flatMap(({ stepId, before }) =>
    before.map((call) => ({
      call,
      outputOf: (id: string) => (id === stepId ? call.result : findLatest(id)),
    })),
  )
  return earlier.length === 0 ? undefined : { latest: findLatest, earlier }
}

export const listSourceStepIds = (binding: Json): string[] => listSources(binding).map(({ $from }) => $from)

/** Schema of what a `$from` takes, where its transforms leave the value as hard to guess as it was. */
export function findSourceSchema(
  { $from, at, via = [] }: From,
  context: ArgumentContext,
): LeafSchema | undefined {
  const producer = context.producerOf($from)
  if (producer === undefined || !via.every(keepsDomain)) return undefined
  return schemaAt(context.outputSchemaOf(producer.tool_name), at)
}

export function findProducers(stepIds: readonly string[], context: ArgumentContext): Call[] {
  const producers: Call[] = []
  for (const id of stepIds) {
    const producer = context.producerOf(id)
    if (producer !== undefined && !producers.includes(producer)) producers.push(producer)
  }
  return producers
}

/** Judges one scalar against a bound value. */
type BoundJudge = (
  expected: Json | undefined,
  actual: Json | undefined,
  context: ArgumentContext,
) => LeafScore

/**
 * What judges scalars against the values of a binding.
 *
 * @param below Where below the binding's own pointer the scalar stands.
 */
export function createBoundJudge(
  binding: Json,
  pointer: string,
  schema: LeafSchema | undefined,
  below = '',
): BoundJudge {
  const from = isFrom(binding) ? (binding as From) : undefined
  const sources = from === undefined ? listSources(binding) : [from]
  const stepIds = sources.map(({ $from }) => $from)
  const source = sources.map(({ $from, at }) => formatSource({ $from, at: at + below })).join(', ')
  const direct =
    from === undefined || from.via !== undefined || below === '' ? from : { ...from, at: from.at + below }
  const type = { ...readLeafType(schema), digits: readDigits(binding) }
  return (expected, actual, context) => {
    if (actual === undefined) {
      return {
        pointer,
        right: false,
        expected: expected ?? null,
        provenance: 'fabricated',
        source,
        note: 'it is missing',
      }
    }
    const bound = direct === undefined ? binding : convertToJson(direct)
    const fits = (outputOf: OutputOf): boolean =>
      resolveAll(bound, outputOf).some(
        (value) => isSameValue(value, actual, type) || isJsonTextOf(value, actual),
      )
    const producers = findProducers(stepIds, context)
    const isRepeated = context.evidence.areRepeated(producers)
    const stale = isRepeated ? findStale(collectReadings(stepIds, context), fits) : undefined
    const origin = classifyProvenance(actual, expected, {
      from: direct,
      producers,
      stale,
      consumer: context.consumer,
      evidence: context.evidence,
      explain: context.explain,
      type,
      sourceSchema:
        direct === undefined || context.explain === 'none' ? undefined : findSourceSchema(direct, context),
    })
    const right = countsAsGrounded(origin.provenance)
    const isUnrecorded = producers.some(({ result }) => result === undefined)
    const unusable = isUnrecorded ? 'no result of its source is recorded' : 'its source has no usable result'
    const note = expected === undefined && !right ? (origin.note ?? unusable) : origin.note
    return {
      pointer,
      right,
      expected: (stale && resolve(bound, stale.latest)) ?? expected ?? null,
      actual,
      provenance: origin.provenance,
      source,
      ...(note === undefined ? {} : { note }),
    }
  }
}

/** Judges the JSON text of a bound array or object, which is right as it stands unless it is an old one. */
function judgeJsonText(
  expected: Json,
  actual: Json,
  binding: From,
  pointer: string,
  context: ArgumentContext,
): LeafScore {
  const stale = findStale(collectReadings([binding.$from], context), (outputOf) =>
    resolveAll(convertToJson(binding), outputOf).some((value) => isJsonTextOf(value, actual)),
  )
  const leaf = { pointer, expected, actual, source: formatSource(binding) }
  return stale === undefined
    ? { ...leaf, right: true, provenance: 'grounded' }
    : {
        ...leaf,
        expected: resolve(convertToJson(binding), stale.latest) ?? expected,
        right: false,
        provenance: 'stale',
        note: writeStaleNote(stale),
      }
}

/** What judges values against a `$from`, leaf by leaf where the bound value is an array or object. */
export function createLeavesJudge(
  binding: From,
  pointer: string,
  schema: LeafSchema | undefined,
): (actual: Json | undefined, context: ArgumentContext, leaves: LeafScore[]) => void {
  const whole = createBoundJudge(convertToJson(binding), pointer, schema)
  // The value that is declared to be passed on as JSON text, before that is written.
  const undressed = binding.via?.at(-1) === 'json' ? { ...binding, via: binding.via.slice(0, -1) } : undefined
  return (actual, context, leaves) => {
    const expected = resolve(convertToJson(binding), readOutputs(context))
    const bare = undressed && resolve(convertToJson(undressed), readOutputs(context))
    if (undressed !== undefined && actual !== undefined && bare !== undefined && isJsonTextOf(bare, actual)) {
      leaves.push(judgeJsonText(expected as Json, actual, undressed, pointer, context))
      return
    }
    if (typeof expected !== 'object' || expected === null || actual === undefined) {
      leaves.push(whole(expected, actual, context))
      return
    }
    if (isJsonTextOf(expected, actual)) {
      leaves.push(judgeJsonText(expected, actual, binding, pointer, context))
      return
    }
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(expected)) {
      leaves.push(whole(expected, actual, context))
      return
    }
    const isSame = (place: number, item: Json): boolean => {
      const value = (expected as Json[])[place] as Json
      return (
        isSameValue(value, item, readLeafType(schema?.items)) ||
        stringifyStably(value) === stringifyStably(item)
      )
    }
    const inOrder =
      isSet(schema) && Array.isArray(expected) && Array.isArray(actual)
        ? arrangeItems(expected.length, actual, isSame).map((item) => item ?? null)
        : actual
    const given = new Map(leavesOf(inOrder).map((item) => [item.pointer, item.value]))
    for (const { pointer: at, value } of leavesOf(expected)) {
      const judge = createBoundJudge(convertToJson(binding), pointer + at, schemaAt(schema, at), at)
      leaves.push(judge(value, given.get(at), context))
      given.delete(at)
    }
    for (const [at, value] of given) leaves.push(buildExtraLeaf(pointer + at, value))
  }
}

/** What judges scalars against a `$pick`: any of those that won is right. */
export function pickLeaf(
  binding: Json,
  pointer: string,
  schema: LeafSchema | undefined,
): (actual: Json | undefined, context: ArgumentContext) => LeafScore {
  const judge = createBoundJudge(binding, pointer, schema)
  const type = { ...readLeafType(schema), digits: readDigits(binding) }
  return (actual, context) => {
    const winners = resolvePick(binding as Pick, readOutputs(context)) ?? []
    const chosen =
      winners.find((value) => actual !== undefined && isSameValue(value, actual, type)) ?? winners[0]
    return judge(chosen, actual, context)
  }
}
