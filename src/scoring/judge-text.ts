import {
  type From,
  isFrom,
  isTemplate,
  isText,
  listBoundParts,
  listSources,
  type Pick,
  readBindingKey,
  type Template,
  type Text,
} from '../schema/binding.ts'
import { countsAsGrounded, type Provenance } from '../schema/provenance.ts'
import type { LeafScore } from '../schema/score.ts'
import { isObject, type Json, stringifyStably } from '../shared/json.ts'
import { type OutputOf, resolveAll } from '../tasks/bindings.ts'
import { parseNumber, UNTYPED } from '../tasks/equality.ts'
import { type AnswerComparison, type AnswerPart, compareTemplate } from './answers/compare.ts'
import { findExtraNumbers, judgeProse, type ProseSlot } from './answers/prose.ts'
import { buildSlot } from './answers/slots.ts'
import { computeEntropyBits, MIN_ENTROPY_BITS } from './bits.ts'
import {
  type ArgumentContext,
  collectReadings,
  findProducers,
  findSourceSchema,
  formatSource,
  listSourceStepIds,
  readOutputs,
} from './bound-leaf.ts'
import { type Evidence, leavesOf } from './evidence.ts'
import { classifyProvenance, findStale, isAmbiguous, writeStaleNote } from './provenance.ts'
import { carries, findTokenPlaces } from './tokens.ts'

/** A value that prose has to give. */
interface WantedValue {
  binding: Json
  isInOrder: boolean
}

export function listWanted(expected: Json, isInOrder = false): WantedValue[] {
  switch (readBindingKey(expected)) {
    case '$any':
    case '$optional':
      return []
    case '$text':
    case '$template':
      return listBoundParts(expected as Text | Template).map((binding) => ({ binding, isInOrder: false }))
    case '$unordered':
      return (expected as { $unordered: Json[] }).$unordered.flatMap((item) => listWanted(item))
    case undefined:
      break
    default:
      return [{ binding: expected, isInOrder }]
  }
  if (Array.isArray(expected)) return expected.flatMap((item) => listWanted(item, true))
  return isObject(expected)
    ? Object.values(expected).flatMap((item) => listWanted(item))
    : [{ binding: { $literal: expected }, isInOrder }]
}

/** Texts of at least two letters in the arguments of calls: the names that what they give goes by. */
const listNames = (args: readonly Json[]): string[] =>
  args
    .flatMap((arg) => leavesOf(arg))
    .flatMap(({ value }) => (typeof value === 'string' && value.length > 1 ? [value] : []))

/** The sources of a value: of a `$pick` those of what won. */
function listSourcesOf(binding: Json, values: readonly Json[], outputOf: OutputOf): From[] {
  if (readBindingKey(binding) !== '$pick') return listSources(binding)
  const winners = (binding as Pick).give.filter((give) =>
    resolveAll(give, outputOf).some((one) =>
      values.some((value) => stringifyStably(one) === stringifyStably(value)),
    ),
  )
  return winners.flatMap(listSources)
}

function buildProseSlot(
  { binding, isInOrder }: WantedValue,
  context: ArgumentContext,
  outputOf: OutputOf,
): ProseSlot {
  const values = resolveAll(binding, outputOf)
  const sources = listSourcesOf(binding, values, outputOf)
  const producers = findProducers(
    sources.map(({ $from }) => $from),
    context,
  )
  const others = context.evidence
    .listResultsBefore(context.consumer)
    .map(({ call }) => call)
    .filter(({ tool_name }) => producers.some((producer) => producer.tool_name === tool_name))
  const ownNames = listNames(producers.map((call) => call.arguments))
  const otherNames = listNames(
    others.filter((call) => !producers.includes(call)).map((call) => call.arguments),
  )
  return {
    values,
    field: isFrom(binding) ? `${producers[0]?.tool_name} ${(binding as From).at}` : undefined,
    isInOrder,
    ownNames,
    otherNames: otherNames.filter((name) => !ownNames.includes(name)),
    unitsAt: (below) => buildSlot(binding, below, undefined, context).units,
  }
}

/** Values of results that nobody asked for: of 10 bits or more, and not in the prompt. */
function listFurtherFacts(
  wanted: readonly WantedValue[],
  { evidence, consumer }: ArgumentContext,
  outputOf: OutputOf,
): Json[] {
  const asked = new Set(
    wanted
      .flatMap(({ binding }) => [binding, ...listSources(binding)])
      .flatMap((binding) => resolveAll(binding, outputOf))
      .flatMap((value) => leavesOf(value))
      .map(({ value }) => stringifyStably(value)),
  )
  const facts = new Map(
    evidence
      .listResultsBefore(consumer)
      .flatMap(({ leaves }) => leaves)
      .map(({ value }) => [stringifyStably(value), value]),
  )
  return [...facts].flatMap(([key, value]) =>
    asked.has(key) ||
    computeEntropyBits(undefined, value) < MIN_ENTROPY_BITS ||
    carries(evidence.prompt, value)
      ? []
      : [value],
  )
}

/** Judges a text in the agent's own words, a part for each value that it has to give. */
export function judgeProseParts(
  wanted: readonly WantedValue[],
  written: string,
  pointer: string,
  context: ArgumentContext,
  outputOf: OutputOf = readOutputs(context),
): AnswerPart[] {
  const slots = wanted.map((one) => buildProseSlot(one, context, outputOf))
  const { prompt, results } = context.evidence
  const { notes, hasFurtherFacts } = judgeProse(written, slots, {
    further: listFurtherFacts(wanted, context, outputOf),
    known: context.consumer === null ? [prompt, ...results.map(({ text }) => text)] : undefined,
  })
  return wanted.map(({ binding }, i): AnswerPart => {
    const note = notes[i]
    const part = {
      pointer,
      binding,
      right: note === undefined,
      expected: slots[i]?.values ?? [],
      actual: written,
    }
    return note === undefined ? part : { ...part, note, givesOther: hasFurtherFacts }
  })
}

export const buildComparison = (
  context: ArgumentContext,
  outputOf: OutputOf = readOutputs(context),
): AnswerComparison => ({
  outputOf,
  isUnexplained: context.explain === 'none',
  producerOf: (id) => context.producerOf(id),
  outputSchemaOf: (name) => context.outputSchemaOf(name),
  judgeProse: (text, written, pointer) =>
    judgeProseParts(listWanted(text), written, pointer, context, outputOf),
  holdsResult: (note, isBehindText) =>
    context.evidence
      .listResultsBefore(context.consumer)
      .flatMap(({ leaves }) => leaves)
      .some(
        ({ value }) =>
          typeof value === 'string' &&
          findTokenPlaces(value.toLowerCase(), note.toLowerCase(), 1).length > 0 &&
          (isBehindText || !carries(context.evidence.prompt, value)),
      ),
})

/** Whether a right value could have come from elsewhere as well, or be a lucky guess. */
function isOpen(binding: Json, values: readonly Json[], context: ArgumentContext): boolean {
  if (isTemplate(binding))
    return listBoundParts(binding).every((part) =>
      isOpen(part, resolveAll(part, readOutputs(context)), context),
    )
  const from = isFrom(binding) ? (binding as From) : undefined
  const isOne = values.length === 1
  return values.every((value) =>
    isAmbiguous(
      value,
      {
        producers: findProducers(listSourceStepIds(binding), context),
        consumer: context.consumer,
        evidence: context.evidence,
        type: UNTYPED,
        sourceSchema: from === undefined || !isOne ? undefined : findSourceSchema(from, context),
      },
      from?.via === undefined && isOne ? from?.at : undefined,
    ),
  )
}

/**
 * The score of one part of a text or an answer.
 *
 * @param fits Whether the part is right where the steps gave other values.
 */
export function buildPartLeaf(
  part: AnswerPart,
  context: ArgumentContext,
  fits: (outputOf: OutputOf) => boolean,
): LeafScore {
  const { pointer, binding, right, expected, actual, note, gap, givesOther } = part
  const base = { pointer, expected: [...expected], ...(actual !== undefined && { actual }) }
  if (listSources(binding).length === 0) return { ...base, right, ...(note === undefined ? {} : { note }) }
  const source = listSources(binding).map(formatSource).join(', ')
  const stale = findStale(collectReadings(listSourceStepIds(binding), context), fits)
  if (stale !== undefined) {
    const latest = resolveAll(binding, stale.latest)
    return {
      ...base,
      ...(latest.length > 0 && { expected: latest }),
      right: false,
      provenance: 'stale',
      source,
      note: writeStaleNote(stale),
    }
  }
  if (right) {
    const provenance: Provenance =
      context.explain !== 'none' && isOpen(binding, expected, context) ? 'ambiguous' : 'grounded'
    return { ...base, right, provenance, source }
  }
  if (actual === undefined)
    return { ...base, right, provenance: 'fabricated', source, note: note ?? 'it is missing' }
  const { explain, consumer, evidence } = context
  const value = parseNumber(gap ?? actual) ?? (gap ?? actual).trim()
  const origin = classifyProvenance(value, undefined, { explain, consumer, evidence, type: UNTYPED })
  const why = gap === undefined ? (note ?? origin.note) : [note, origin.note].filter(Boolean).join('; ')
  return {
    ...base,
    right,
    provenance:
      givesOther === true
        ? 'wrong-source'
        : countsAsGrounded(origin.provenance)
          ? 'fabricated'
          : origin.provenance,
    source,
    ...(why === undefined ? {} : { note: why }),
  }
}

/** Warns of numbers in free texts that stand in neither the prompt nor a result; they cost nothing. */
export const listProseWarnings = (
  texts: readonly { name: string; leaf: LeafScore }[],
  { prompt, results }: Evidence,
): string[] =>
  texts.flatMap(({ name, leaf }) => {
    const known = [prompt, ...results.map(({ text }) => text), JSON.stringify(leaf.expected)]
    const extra = findExtraNumbers(String(leaf.actual ?? ''), known)
    return extra.length === 0 ? [] : [`${name} has numbers from no result and no prompt: ${extra.join(', ')}`]
  })

/** What judges a `$text` or a `$template` as an argument: one leaf, wrong where one of its values is. */
export function createTextJudge(
  expected: Text | Template,
  pointer: string,
): (actual: Json | undefined, context: ArgumentContext) => LeafScore {
  const wanted = listWanted(expected)
  const source = listSources(expected).map(formatSource).join(', ')
  const bound = source === '' ? {} : { source, provenance: 'fabricated' as const }
  const judge = (written: string, context: ArgumentContext, outputOf: OutputOf): AnswerPart[] =>
    isTemplate(expected)
      ? [compareTemplate(expected, written, pointer, buildComparison(context, outputOf))]
      : judgeProseParts(wanted, written, pointer, context, outputOf)
  return (actual, context) => {
    const written = typeof actual === 'string' ? actual : JSON.stringify(actual ?? null)
    if ((actual ?? '') === '') {
      return { pointer, right: false, expected: null, ...bound, note: 'it is missing' }
    }
    const leaves = judge(written, context, readOutputs(context)).map((part, i) =>
      buildPartLeaf(part, context, (outputOf) => judge(written, context, outputOf)[i]?.right === true),
    )
    const right = leaves.every((leaf) => leaf.right)
    const { provenance = 'fabricated', note = 'it does not carry the expected value' } =
      leaves.find((leaf) => !leaf.right) ??
      leaves.find((leaf) => leaf.provenance === 'grounded') ??
      leaves[0] ??
      {}
    return {
      pointer,
      right,
      expected: leaves.flatMap((leaf) => leaf.expected),
      actual: written,
      ...(source === '' ? {} : { source, provenance }),
      ...(isText(expected) || !right ? { text: true as const } : {}),
      ...(right ? {} : { note }),
    }
  }
}
