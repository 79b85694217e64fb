import { append } from '@hyperjump/json-pointer'
import {
  bindingKey,
  type From,
  isFrom,
  type Pick,
  sourcesOf,
  type Text,
  type Transform,
} from '../schema/binding.ts'
import { isFounded, type LeafScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import type { Call } from '../schema/trace.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { type OutputOf, resolve, resolveAll, resolvePick } from './bindings.ts'
import { isJsonTextOf, type LeafSchema, leafTypeOf, sameValue } from './equality.ts'
import { type Evidence, leavesOf } from './evidence.ts'
import { lineageOf, type Readings, readingsOf, schemaAt, staleCall, staleNote } from './lineage.ts'
import { extraLeaf, judgeLiteral } from './literal.ts'
import { judgeText } from './text-rule.ts'

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

const sourceName = ({ $from, at }: From): string => `${$from} ${at === '' ? '(output)' : at}`

const outputs =
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
function judgeBound(
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
    resolveAll((own ?? binding) as unknown as Json, outputOf).some(
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
  return [resolve(undressed as unknown as Json, outputs(context)), undressed]
}

/** Judges the JSON text of a bound array or object, which is right as it stands unless it is an old one. */
function judgeJsonText(
  expected: Json,
  actual: Json,
  binding: From,
  pointer: string,
  context: ArgumentContext,
): LeafScore {
  const stale = staleCall(readings(binding as unknown as Json, context), (outputOf) =>
    resolveAll(binding as unknown as Json, outputOf).some((value) => isJsonTextOf(value, actual)),
  )
  const leaf = { pointer, expected, actual, source: sourceName(binding) }
  return stale === undefined
    ? { ...leaf, right: true, lineage: 'grounded' }
    : { ...leaf, right: false, lineage: 'stale', note: staleNote(stale) }
}

/** Judges a value against a `$from`, leaf by leaf where the bound value is an array or object. */
function judgeFrom(
  binding: From,
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] {
  const expected = resolve(binding as unknown as Json, outputs(context))
  const leaf = (value: Json | undefined): LeafScore =>
    judgeBound(value, actual, binding as unknown as Json, pointer, schema, context)
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
      binding as unknown as Json,
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

function judgePick(
  binding: Json,
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore {
  const winners = resolvePick(binding as unknown as Pick, outputs(context)) ?? []
  const type = leafTypeOf(schema)
  const chosen = winners.find((value) => actual !== undefined && sameValue(value, actual, type)) ?? winners[0]
  return judgeBound(chosen, actual, binding, pointer, schema, context)
}

/** Judges a text that must carry bound values, an argument or the final answer. */
export function judgeTextLeaf(
  binding: Text,
  actual: Json | undefined,
  pointer: string,
  context: ArgumentContext,
): LeafScore {
  const source = sourcesOf(binding as unknown as Json)
    .map(sourceName)
    .join(', ')
  if (typeof actual !== 'string') {
    return { pointer, right: false, expected: null, lineage: 'fabricated', source, note: 'it is missing' }
  }
  const verdict = judgeText(actual, binding, {
    outputOf: outputs(context),
    readings: readings(binding as unknown as Json, context),
    producersOf: (part) => sourcesOf(part).flatMap(({ $from }) => context.producerOf($from) ?? []),
    sourceSchemaOf: (from) => sourceSchemaOf(from, context),
    evidence: context.evidence,
    consumer: context.consumer,
    explain: context.explain,
  })
  const { right, lineage, expected, note } = verdict
  return { pointer, right, expected, actual, lineage, source, ...(note === undefined ? {} : { note }) }
}

/** Judges a multiset: each expected item takes one actual item that it fits. */
function judgeUnordered(
  items: Json[],
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] {
  if (!Array.isArray(actual)) return judgeValue(items, actual, pointer, schema, context)
  const free = actual.map((value, i) => ({ value, i }))
  const ordered = items.map((item) => {
    const fit = free.findIndex(({ value, i }) =>
      judgeValue(item, value, append(String(i), pointer), schema?.items, context).every((leaf) => leaf.right),
    )
    return fit < 0 ? undefined : free.splice(fit, 1)[0]?.value
  })
  const arranged = ordered.map((value) => value ?? free.shift()?.value)
  const rest = free.map(({ value }) => value)
  return judgeValue(
    items,
    [...arranged, ...rest].filter((value) => value !== undefined),
    pointer,
    schema,
    context,
  )
}

function judgeOneOf(
  options: Json[],
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] {
  const judged = options.map((option) => judgeValue(option, actual, pointer, schema, context))
  return judged.find((leaves) => leaves.every((leaf) => leaf.right)) ?? (judged[0] as LeafScore[])
}

/** Judges an actual value against an expected one, bindings included; one score a graded leaf. */
function judgeValue(
  expected: Json,
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] {
  switch (bindingKey(expected)) {
    case '$any':
      return []
    case '$from':
      return judgeFrom(expected as unknown as From, actual, pointer, schema, context)
    case '$calc':
      return [judgeBound(resolve(expected, outputs(context)), actual, expected, pointer, schema, context)]
    case '$pick':
      return [judgePick(expected, actual, pointer, schema, context)]
    case '$text':
      return [judgeTextLeaf(expected as unknown as Text, actual, pointer, context)]
    case '$oneOf':
      return judgeOneOf((expected as { $oneOf: Json[] }).$oneOf, actual, pointer, schema, context)
    case '$unordered':
      return judgeUnordered((expected as { $unordered: Json[] }).$unordered, actual, pointer, schema, context)
    case '$literal':
      return judgeLiteral((expected as { $literal: Json }).$literal, actual, pointer, schema)
    case undefined:
      break
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return [
      ...expected.flatMap((item, i) =>
        judgeValue(item, actual[i], append(String(i), pointer), schema?.items, context),
      ),
      ...actual
        .slice(expected.length)
        .map((value, i) => extraLeaf(append(String(expected.length + i), pointer), value)),
    ]
  }
  if (isObject(expected) && actual !== undefined && isObject(actual)) {
    return judgeObject(expected, actual, pointer, schema, context)
  }
  return sourcesOf(expected).length > 0
    ? [judgeBound(undefined, actual, expected, pointer, schema, context)]
    : judgeLiteral(expected, actual, pointer, schema)
}

function judgeObject(
  expected: JsonObject,
  actual: JsonObject,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] {
  const isDefault = (key: string, value: Json): boolean => {
    const standard = schema?.properties?.[key]?.default
    return standard !== undefined && JSON.stringify(standard) === JSON.stringify(value)
  }
  const wanted = Object.entries(expected).filter(([key, value]) => {
    if (Object.hasOwn(actual, key)) return true
    // A value that turns out to be the default may be left out like one that is written so.
    const flowed = isFrom(value) ? resolve(value, outputs(context)) : value
    return flowed === undefined || !isDefault(key, flowed)
  })
  return [
    ...wanted.flatMap(([key, value]) => {
      const given = Object.hasOwn(actual, key) ? actual[key] : undefined
      if (given !== undefined && isDefault(key, value) && isDefault(key, given)) return []
      return judgeValue(value, given, append(key, pointer), schema?.properties?.[key], context)
    }),
    ...Object.entries(actual)
      .filter(([key, value]) => !Object.hasOwn(expected, key) && !isDefault(key, value))
      .map(([key, value]) => extraLeaf(append(key, pointer), value)),
  ]
}

/**
 * Judges the arguments of a call against those of a step. Graded leaves are those of expected and actual
 * together, less `$any` and values equal to a schema default.
 */
export const judgeArguments = (
  step: Step,
  call: Call,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] => judgeObject(step.arguments, call.arguments, '', schema, context)
