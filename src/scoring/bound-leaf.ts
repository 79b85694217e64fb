import { type From, isFrom, type Pick, sourcesOf, type Text, type Transform } from '../schema/binding.ts'
import { isFounded, type LeafScore } from '../schema/score.ts'
import type { Call } from '../schema/trace.ts'
import type { Json } from '../shared/json.ts'
import { type OutputOf, resolve, resolveAll, resolvePick } from './bindings.ts'
import { isJsonTextOf, type LeafSchema, leafTypeOf, sameValue } from './equality.ts'
import { type Evidence, leavesOf } from './evidence.ts'
import {
  isUnsettled,
  lineageOf,
  type Readings,
  readingsOf,
  schemaAt,
  staleCall,
  staleNote,
} from './lineage.ts'
import { extraLeaf } from './literal.ts'
import { judgeSlots, type SlotVerdict } from './texts/judge-slots.ts'
import { type Slots, slotsOfText } from './texts/slots.ts'
import { keepsWording } from './texts/wording.ts'

/** A binding as the JSON that it is. */
const jsonOf = (binding: From | Text): Json => binding

/** What the arguments of one call are judged against. */
export interface ArgumentContext {
  /** The call whose arguments are judged; null for the final answer. */
  consumer: Call | null
  evidence: Evidence
  /** Whether to find out where wrong values came from; see `lineageOf`. */
  explain: boolean
  /** The call that fulfils a step, where it could have fed the consumer. */
  producerOf(stepId: string): Call | undefined
  /** Whether a call fulfils a step of its own: the task then wants its answer beside a later one of the same call. */
  fulfilsStep?(call: Call): boolean
  /** Output schema of a tool. */
  outputSchemaOf(toolName: string): LeafSchema | undefined
}

export const sourceName = ({ $from, at }: From): string => `${$from} ${at === '' ? '(output)' : at}`

export const outputs =
  (context: ArgumentContext): OutputOf =>
  (stepId) =>
    context.producerOf(stepId)?.result

/** Whether a transform writes a value another way and leaves it as hard to guess as it was. */
const keepsDomain = (via: Transform): boolean =>
  ['text', 'number', 'json', 'trim', 'lower', 'upper'].includes(via as string)

/** What the producers of a binding said last, and before that. */
const readings = (binding: Json, context: ArgumentContext): Readings | undefined =>
  readingsOf(
    sourcesOf(binding).map(({ $from }) => $from),
    (id) => context.producerOf(id),
    context.evidence,
    context.consumer,
    (call) => context.fulfilsStep?.(call) === true,
  )

/** Schema of what a `$from` takes, where its transforms leave the value as hard to guess as it was. */
function sourceSchemaOf({ $from, at, via = [] }: From, context: ArgumentContext): LeafSchema | undefined {
  const producer = context.producerOf($from)
  if (producer === undefined || !via.every(keepsDomain)) return undefined
  return schemaAt(context.outputSchemaOf(producer.tool_name), at)
}

/** Judges one scalar against a bound value. */
export function judgeBound(
  expected: Json | undefined,
  actual: Json | undefined,
  binding: Json,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
  /** Where below the binding's own pointer the scalar stands. */
  below = '',
): LeafScore {
  const sources = sourcesOf(binding)
  const from = isFrom(binding) ? (binding as From) : undefined
  const source = sources.map((item) => sourceName({ ...item, at: item.at + below })).join(', ')
  if (actual === undefined) {
    return {
      pointer,
      right: false,
      expected: expected ?? null,
      lineage: 'fabricated',
      source,
      note: 'it is missing',
    }
  }
  const producers = [...new Set(sources.map(({ $from }) => context.producerOf($from)))].filter(
    (call) => call !== undefined,
  )
  const own = from === undefined || from.via !== undefined ? from : { ...from, at: from.at + below }
  const type = leafTypeOf(schema)
  const fits = (outputOf: OutputOf): boolean =>
    resolveAll(own === undefined ? binding : jsonOf(own), outputOf).some(
      (value) => sameValue(value, actual, type) || isJsonTextOf(value, actual),
    )
  const origin = lineageOf(actual, expected, {
    from: own,
    producers,
    stale: staleCall(readings(binding, context), fits),
    consumer: context.consumer,
    evidence: context.evidence,
    explain: context.explain,
    schema,
    sourceSchema: own === undefined ? undefined : sourceSchemaOf(own, context),
  })
  const right = isFounded(origin.lineage)
  const note =
    expected === undefined && !right ? (origin.note ?? 'its source has no usable result') : origin.note
  return {
    pointer,
    right,
    expected: expected ?? null,
    actual,
    lineage: origin.lineage,
    source,
    ...(note === undefined ? {} : { note }),
  }
}

/** The value of a `$from` that is declared to be passed on as JSON text, before that is written. */
function withoutJson(binding: From, context: ArgumentContext): [value: Json | undefined, binding: From] {
  if (binding.via?.at(-1) !== 'json') return [undefined, binding]
  const undressed = { ...binding, via: binding.via.slice(0, -1) }
  return [resolve(jsonOf(undressed), outputs(context)), undressed]
}

/** Judges the JSON text of a bound array or object, which is right as it stands unless it is an old one. */
function judgeJsonText(
  expected: Json,
  actual: Json,
  binding: From,
  pointer: string,
  context: ArgumentContext,
): LeafScore {
  const stale = staleCall(readings(jsonOf(binding), context), (outputOf) =>
    resolveAll(jsonOf(binding), outputOf).some((value) => isJsonTextOf(value, actual)),
  )
  const leaf = { pointer, expected, actual, source: sourceName(binding) }
  return stale === undefined
    ? { ...leaf, right: true, lineage: 'grounded' }
    : { ...leaf, right: false, lineage: 'stale', note: staleNote(stale) }
}

/** Judges a value against a `$from`, leaf by leaf where the bound value is an array or object. */
export function judgeFrom(
  binding: From,
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] {
  const expected = resolve(jsonOf(binding), outputs(context))
  const leaf = (value: Json | undefined): LeafScore =>
    judgeBound(value, actual, jsonOf(binding), pointer, schema, context)
  const [bare, undressed] = withoutJson(binding, context)
  if (actual !== undefined && bare !== undefined && isJsonTextOf(bare, actual)) {
    return [judgeJsonText(expected as Json, actual, undressed, pointer, context)]
  }
  if (typeof expected !== 'object' || expected === null || actual === undefined) return [leaf(expected)]
  if (isJsonTextOf(expected, actual)) return [judgeJsonText(expected, actual, binding, pointer, context)]
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(expected)) {
    return [leaf(expected)]
  }
  const wanted = leavesOf(expected)
  const given = new Map(leavesOf(actual).map((item) => [item.pointer, item.value]))
  const judged = wanted.map((item) =>
    judgeBound(
      item.value,
      given.get(item.pointer),
      jsonOf(binding),
      pointer + item.pointer,
      schemaAt(schema, item.pointer),
      context,
      item.pointer,
    ),
  )
  const known = new Set(wanted.map((item) => item.pointer))
  const extra = [...given].filter(([at]) => !known.has(at))
  return [...judged, ...extra.map(([at, value]) => extraLeaf(pointer + at, value))]
}

export function judgePick(
  binding: Json,
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore {
  const winners = resolvePick(binding as Pick, outputs(context)) ?? []
  const type = leafTypeOf(schema)
  const chosen = winners.find((value) => actual !== undefined && sameValue(value, actual, type)) ?? winners[0]
  return judgeBound(chosen, actual, binding, pointer, schema, context)
}

/** Judges the slots of a text or an answer; one verdict a slot. */
export function judgeSlotsOf(slots: Slots, text: string, context: ArgumentContext): SlotVerdict[] {
  const { evidence, consumer, explain } = context
  const known = evidence.before(consumer)
  return judgeSlots(text, slots, {
    outputOf: outputs(context),
    prompt: evidence.prompt,
    known,
    producerOf: (id) => context.producerOf(id),
    outputSchemaOf: ({ $from, at }) => {
      const producer = context.producerOf($from)
      return producer && schemaAt(context.outputSchemaOf(producer.tool_name), at)
    },
    readingsOf: (binding) => readings(binding, context),
    isUnsettled: (binding, values) => {
      const from = isFrom(binding) ? binding : undefined
      const isOne = values.length === 1
      return values.every((value) =>
        isUnsettled(value, {
          producers: sourcesOf(binding).flatMap(({ $from }) => context.producerOf($from) ?? []),
          pointer: from?.via === undefined && isOne ? from?.at : undefined,
          known,
          evidence,
          type: { type: undefined, semantic: undefined },
          sourceSchema: from === undefined || !isOne ? undefined : sourceSchemaOf(from, context),
        }),
      )
    },
    explain,
  })
}

/** Judges a text as an argument: one leaf, wrong where one of its slots is. */
export function judgeTextLeaf(
  { $text: parts }: Text,
  actual: Json | undefined,
  pointer: string,
  context: ArgumentContext,
): LeafScore {
  const slots = slotsOfText(parts)
  if (slots.slots.length === 0) {
    const right = typeof actual === 'string' && keepsWording(actual, slots.wording)
    const note = actual === undefined ? 'it is missing' : 'it says less than half of what is asked for'
    const leaf = { pointer, right, expected: slots.wording, ...(actual === undefined ? {} : { actual }) }
    return right ? leaf : { ...leaf, note }
  }
  const source = slots.slots
    .flatMap(({ binding }) => sourcesOf(binding))
    .map(sourceName)
    .join(', ')
  if (typeof actual !== 'string') {
    return { pointer, right: false, expected: null, lineage: 'fabricated', source, note: 'it is missing' }
  }
  const verdicts = judgeSlotsOf(slots, actual, context)
  const expected = verdicts.flatMap((verdict) => verdict.expected)
  const wrong = verdicts.find(({ right }) => !right)
  if (wrong !== undefined) {
    const { lineage, note = 'it does not carry the expected value' } = wrong
    return { pointer, right: false, expected, actual, lineage, source, text: true, note }
  }
  const isOpen = verdicts.every(({ lineage }) => lineage === 'ambiguous')
  return { pointer, right: true, expected, actual, lineage: isOpen ? 'ambiguous' : 'grounded', source }
}
