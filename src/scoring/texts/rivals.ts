import { append, pointerSegments } from '@hyperjump/json-pointer'
import { bindingKey, type From, isPick } from '../../schema/binding.ts'
import type { Json } from '../../shared/json.ts'
import { resolve, resolvePick } from '../bindings.ts'
import { sameValue } from '../equality.ts'
import { leavesOf } from '../evidence.ts'
import { bindingPhrase, resultPhrase, showValue } from '../naming.ts'
import { occurrencesOf } from './occurrences.ts'
import { isChoice } from './read-text.ts'
import type { Objection, Reading, ReadSlot } from './reading.ts'
import { slotWithValues } from './say-slot.ts'
import { givenBy } from './slots.ts'
import type { Span } from './spans.ts'

const UNTYPED = { type: undefined, semantic: undefined }

const isWorthNaming = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')

/** A value that answers the question of a slot otherwise than the slot does. */
interface Rival {
  value: Json
  /** Whether it lost a `$pick`, so that it may not be named even where the prompt does. */
  isLoser: boolean
  /** Whose value it is, in words. */
  whose: () => string
}

/** The candidates of a `$pick` that did not win. */
function losersOf(binding: Json, { context: { outputOf } }: Reading): Rival[] {
  if (!isPick(binding)) return []
  const winners = resolvePick(binding, outputOf) ?? []
  return binding.give.flatMap((item) => {
    const value = resolve(item, outputOf)
    if (value === undefined || winners.some((winner) => sameValue(winner, value, UNTYPED))) return []
    const whose = () => `the losing candidate ${bindingPhrase(item)}`
    return leavesOf(value).map((leaf) => ({ value: leaf.value, isLoser: true, whose }))
  })
}

/** Pointers into a value that are a given one but for the indices of lists. */
function pointersLike(value: Json, segments: readonly string[], pointer = ''): string[] {
  const [key, ...rest] = segments
  if (key === undefined) return [pointer]
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) && /^\d+$/.test(key) ? Object.keys(value) : [key]
  return keys.flatMap((name) => {
    if (!Object.hasOwn(value, name)) return []
    const item = Object.entries(value).find(([own]) => own === name)?.[1] ?? null
    return pointersLike(item, rest, append(name, pointer))
  })
}

/** What the tool of a source said at the same place in any known result. */
function saidInPlaceOf(from: From, { context: { known, producerOf } }: Reading): Rival[] {
  const tool = producerOf(from.$from)?.tool_name
  const segments = [...pointerSegments(from.at)]
  return known
    .filter(({ call }) => call.tool_name === tool)
    .flatMap(({ call }) =>
      pointersLike(call.result ?? null, segments).flatMap((at) => {
        const value = resolve({ ...from, at }, () => call.result)
        if (value === undefined) return []
        const whose = () => resultPhrase(call, at)
        return leavesOf(value).map((leaf) => ({ value: leaf.value, isLoser: false, whose }))
      }),
    )
}

const membersOf = (from: From, { context: { outputSchemaOf } }: Reading): Rival[] =>
  (from.via === undefined ? (outputSchemaOf(from)?.enum ?? []) : []).map((value) => ({
    value,
    isLoser: false,
    whose: () => 'another value that it can have',
  }))

/** Values that answer the question of a slot otherwise than it does, those that may not be named first. */
function rivalsOf(slot: ReadSlot, reading: Reading): Rival[] {
  if (!isChoice(slot.binding)) return []
  const sources = givenBy(slot.binding)
  const others = sources.flatMap((from) => [...saidInPlaceOf(from, reading), ...membersOf(from, reading)])
  return [...losersOf(slot.binding, reading), ...(bindingKey(slot.binding) === undefined ? [] : others)]
}

const NOT_BEFORE = /(?<!(?<!\p{L})(?:if|but|why|whether|or)\s+)(?<!\p{L})not\s+["'\u201c*_`]*$/iu
const AROUND = 24

/** Whether a value is named only to be set aside: `foggy, not sunny`. */
const isSetAside = (text: string, { start }: Span): boolean =>
  NOT_BEFORE.test(text.slice(Math.max(0, start - AROUND), start))

/**
 * No rival of a slot stands in the rest: no losing candidate of its `$pick`, nothing that its tool said at the same
 * place, no other member of its enum. One that prompt or wording holds, or that stands right after not, is free, unless it
 * is a candidate.
 */
export function findRival(reading: Reading): Objection | undefined {
  const { slots, rest, prompt, wording } = reading
  const right = slots.flatMap(({ values }) => values)
  for (const [i, slot] of slots.entries()) {
    const { isCaseFree, ways, find } = slot
    // Where the slot is said in another way, so may its rivals be.
    const isFree = isCaseFree || ways.has('capital')
    const placesOf = (value: Json, text: string): Span[] => [
      ...occurrencesOf({ value, isCaseFree: isFree }, text),
      ...(ways.size > 0 ? find(value, text, false).places : []),
    ]
    const stands = (value: Json, text: string): boolean => placesOf(value, text).length > 0
    const competes = (value: Json, isLoser: boolean): boolean =>
      placesOf(value, rest).some((place) => isLoser || !isSetAside(rest, place))
    const rival = rivalsOf(slot, reading).find(
      ({ value, isLoser }) =>
        isWorthNaming(value) &&
        !right.some((own) => sameValue(own, value, UNTYPED)) &&
        competes(value, isLoser) &&
        (isLoser || !(stands(value, prompt) || stands(value, wording))),
    )
    if (rival !== undefined) {
      const note = () =>
        `${showValue(rival.value)}, ${rival.whose()}, stands beside ${slotWithValues(slot)}, and both cannot be meant`
      return { slot: i, note, lineage: 'wrong-source' }
    }
  }
  return undefined
}
