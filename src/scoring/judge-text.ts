import {
  bindingKey,
  boundParts,
  type From,
  isFrom,
  isTemplate,
  isText,
  sourcesOf,
  type Template,
  type Text,
} from '../schema/binding.ts'
import { countsAsGrounded, type LeafScore, type Provenance } from '../schema/score.ts'
import { isObject, type Json, stableJson } from '../shared/json.ts'
import { type OutputOf, resolveAll } from '../tasks/bindings.ts'
import { numberOf, UNTYPED } from '../tasks/equality.ts'
import { type Comparison, compareTemplate, type Part } from './answers/compare.ts'
import { extraNumbers, judgeProse, type ProseSlot } from './answers/prose.ts'
import { entropyBitsOf, MIN_ENTROPY_BITS } from './bits.ts'
import {
  type ArgumentContext,
  outputs,
  producersOf,
  readings,
  sourceName,
  sourceSchemaOf,
  stepIdsOf,
} from './bound-leaf.ts'
import { type Evidence, leavesOf } from './evidence.ts'
import { isAmbiguous, provenanceOf, staleCall, staleNote } from './provenance.ts'
import { carries } from './tokens.ts'

/** A value that prose has to give. */
interface Wanted {
  binding: Json
  isInOrder: boolean
}

export function wantedIn(expected: Json, isInOrder = false): Wanted[] {
  switch (bindingKey(expected)) {
    case '$any':
    case '$optional':
      return []
    case '$text':
    case '$template':
      return boundParts(expected as Text | Template).map((binding) => ({ binding, isInOrder: false }))
    case '$unordered':
      return (expected as { $unordered: Json[] }).$unordered.flatMap((item) => wantedIn(item))
    case undefined:
      break
    default:
      return [{ binding: expected, isInOrder }]
  }
  if (Array.isArray(expected)) return expected.flatMap((item) => wantedIn(item, true))
  return isObject(expected)
    ? Object.values(expected).flatMap((item) => wantedIn(item))
    : [{ binding: { $literal: expected }, isInOrder }]
}

/** Texts of at least two letters in the arguments of calls: the names that what they give goes by. */
const namesIn = (args: readonly Json[]): string[] =>
  args
    .flatMap((arg) => leavesOf(arg))
    .flatMap(({ value }) => (typeof value === 'string' && value.length > 1 ? [value] : []))

function slotFor({ binding, isInOrder }: Wanted, context: ArgumentContext, outputOf: OutputOf): ProseSlot {
  const producers = producersOf(stepIdsOf(binding), context)
  const others = context.evidence
    .before(context.consumer)
    .map(({ call }) => call)
    .filter(({ tool_name }) => producers.some((producer) => producer.tool_name === tool_name))
  const ownNames = namesIn(producers.map((call) => call.arguments))
  const otherNames = namesIn(others.filter((call) => !producers.includes(call)).map((call) => call.arguments))
  return {
    values: resolveAll(binding, outputOf),
    isInOrder,
    ownNames,
    otherNames: otherNames.filter((name) => !ownNames.includes(name)),
  }
}

/** Values of results that nobody asked for: of 10 bits or more, and not in the prompt. */
function furtherFacts(
  wanted: readonly Wanted[],
  { evidence, consumer }: ArgumentContext,
  outputOf: OutputOf,
): Json[] {
  const asked = new Set(
    wanted
      .flatMap(({ binding }) => [binding, ...sourcesOf(binding)])
      .flatMap((binding) => resolveAll(binding, outputOf))
      .flatMap((value) => leavesOf(value))
      .map(({ value }) => stableJson(value)),
  )
  const facts = new Map(
    evidence
      .before(consumer)
      .flatMap(({ leaves }) => leaves)
      .map(({ value }) => [stableJson(value), value]),
  )
  return [...facts].flatMap(([key, value]) =>
    asked.has(key) || entropyBitsOf(undefined, value) < MIN_ENTROPY_BITS || carries(evidence.prompt, value)
      ? []
      : [value],
  )
}

/** Judges a text in the agent's own words, a part for each value that it has to give. */
export function proseParts(
  wanted: readonly Wanted[],
  written: string,
  pointer: string,
  context: ArgumentContext,
  outputOf: OutputOf = outputs(context),
): Part[] {
  const slots = wanted.map((one) => slotFor(one, context, outputOf))
  const { notes, hasFurtherFacts } = judgeProse(written, slots, furtherFacts(wanted, context, outputOf))
  return wanted.map(({ binding }, i): Part => {
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

export const comparisonOf = (
  context: ArgumentContext,
  outputOf: OutputOf = outputs(context),
): Comparison => ({
  outputOf,
  producerOf: (id) => context.producerOf(id),
  outputSchemaOf: (name) => context.outputSchemaOf(name),
  judgeProse: (text, written, pointer) => proseParts(wantedIn(text), written, pointer, context, outputOf),
})

/** Whether a right value could have come from elsewhere as well, or be a lucky guess. */
function isOpen(binding: Json, values: readonly Json[], context: ArgumentContext): boolean {
  if (isTemplate(binding))
    return boundParts(binding).every((part) => isOpen(part, resolveAll(part, outputs(context)), context))
  const from = isFrom(binding) ? (binding as From) : undefined
  const isOne = values.length === 1
  return values.every((value) =>
    isAmbiguous(
      value,
      {
        producers: producersOf(stepIdsOf(binding), context),
        consumer: context.consumer,
        evidence: context.evidence,
        type: UNTYPED,
        sourceSchema: from === undefined || !isOne ? undefined : sourceSchemaOf(from, context),
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
export function leafOfPart(
  part: Part,
  context: ArgumentContext,
  fits: (outputOf: OutputOf) => boolean,
): LeafScore {
  const { pointer, binding, right, expected, actual, note, givesOther } = part
  const base = { pointer, expected: [...expected], ...(actual !== undefined && { actual }) }
  if (sourcesOf(binding).length === 0) return { ...base, right, ...(note === undefined ? {} : { note }) }
  const source = sourcesOf(binding).map(sourceName).join(', ')
  const stale = staleCall(readings(stepIdsOf(binding), context), fits)
  if (stale !== undefined)
    return { ...base, right: false, provenance: 'stale', source, note: staleNote(stale) }
  if (right) {
    const provenance: Provenance =
      context.explain !== 'none' && isOpen(binding, expected, context) ? 'ambiguous' : 'grounded'
    return { ...base, right, provenance, source }
  }
  if (actual === undefined)
    return { ...base, right, provenance: 'fabricated', source, note: note ?? 'it is missing' }
  const { explain, consumer, evidence } = context
  const value = numberOf(actual) ?? actual.trim()
  const origin = provenanceOf(value, undefined, { explain, consumer, evidence, type: UNTYPED })
  const why = note ?? origin.note
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
export const proseWarnings = (
  texts: readonly { name: string; leaf: LeafScore }[],
  { prompt, results }: Evidence,
): string[] =>
  texts.flatMap(({ name, leaf }) => {
    const known = [prompt, ...results.map(({ text }) => text), JSON.stringify(leaf.expected)]
    const extra = extraNumbers(String(leaf.actual ?? ''), known)
    return extra.length === 0 ? [] : [`${name} has numbers from no result and no prompt: ${extra.join(', ')}`]
  })

/** What judges a `$text` or a `$template` as an argument: one leaf, wrong where one of its values is. */
export function textLeaf(
  expected: Text | Template,
  pointer: string,
): (actual: Json | undefined, context: ArgumentContext) => LeafScore {
  const wanted = wantedIn(expected)
  const source = sourcesOf(expected).map(sourceName).join(', ')
  const bound = source === '' ? {} : { source, provenance: 'fabricated' as const }
  const judge = (written: string, context: ArgumentContext, outputOf: OutputOf): Part[] =>
    isTemplate(expected)
      ? [compareTemplate(expected, written, pointer, comparisonOf(context, outputOf))]
      : proseParts(wanted, written, pointer, context, outputOf)
  return (actual, context) => {
    const written = typeof actual === 'string' ? actual : JSON.stringify(actual ?? null)
    if ((actual ?? '') === '') {
      return { pointer, right: false, expected: null, ...bound, note: 'it is missing' }
    }
    const leaves = judge(written, context, outputs(context)).map((part, i) =>
      leafOfPart(part, context, (outputOf) => judge(written, context, outputOf)[i]?.right === true),
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
