import { append, pointerSegments } from '@hyperjump/json-pointer'
import { bindingKey, type From, isPick } from '../../schema/binding.ts'
import type { Json } from '../../shared/json.ts'
import { resolve, resolvePick } from '../bindings.ts'
import { sameValue } from '../equality.ts'
import { leavesOf } from '../evidence.ts'
import { occurrencesOf } from './occurrences.ts'
import { isChoice } from './read-text.ts'
import type { Objection, Reading, ReadSlot } from './reading.ts'
import { givenBy } from './slots.ts'

const UNTYPED = { type: undefined, semantic: undefined }

const isWorthNaming = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')

/** The candidates of a `$pick` that did not win. */
function losersOf(binding: Json, { context: { outputOf } }: Reading): Json[] {
  if (!isPick(binding)) return []
  const winners = resolvePick(binding, outputOf) ?? []
  return binding.give
    .flatMap((item) => resolve(item, outputOf) ?? [])
    .filter((value) => !winners.some((winner) => sameValue(winner, value, UNTYPED)))
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
function saidInPlaceOf(from: From, { context: { known, producerOf } }: Reading): Json[] {
  const tool = producerOf(from.$from)?.tool_name
  const segments = [...pointerSegments(from.at)]
  return known
    .filter(({ call }) => call.tool_name === tool)
    .flatMap(({ call: { result = null } }) =>
      pointersLike(result, segments).flatMap((at) => {
        const value = resolve({ ...from, at }, () => result)
        return value === undefined ? [] : leavesOf(value).map((leaf) => leaf.value)
      }),
    )
}

const membersOf = (from: From, { context: { outputSchemaOf } }: Reading): readonly Json[] =>
  from.via === undefined ? (outputSchemaOf(from)?.enum ?? []) : []

/** Values that answer the question of a slot otherwise than it does, those that may not be named first. */
function rivalsOf(slot: ReadSlot, reading: Reading): { value: Json; isLoser: boolean }[] {
  if (!isChoice(slot.binding)) return []
  const sources = givenBy(slot.binding)
  const others = sources.flatMap((from) => [...saidInPlaceOf(from, reading), ...membersOf(from, reading)])
  return [
    ...losersOf(slot.binding, reading)
      .flatMap((value) => leavesOf(value))
      .map(({ value }) => ({ value, isLoser: true })),
    ...(bindingKey(slot.binding) === undefined ? [] : others).map((value) => ({ value, isLoser: false })),
  ]
}

/**
 * No rival of a slot stands in the rest: no losing candidate of its `$pick`, nothing that its tool said at the same
 * place, no other member of its enum. One that prompt or wording holds is free, unless it is a candidate.
 */
export function findRival(reading: Reading): Objection | undefined {
  const { slots, rest, prompt, wording } = reading
  const right = slots.flatMap(({ values }) => values)
  for (const [i, slot] of slots.entries()) {
    const { isCaseFree } = slot
    const stands = (value: Json, text: string): boolean =>
      occurrencesOf({ value, isCaseFree }, text).length > 0
    const rival = rivalsOf(slot, reading).find(
      ({ value, isLoser }) =>
        isWorthNaming(value) &&
        !right.some((own) => sameValue(own, value, UNTYPED)) &&
        stands(value, rest) &&
        (isLoser || !(stands(value, prompt) || stands(value, wording))),
    )
    if (rival !== undefined) {
      const own = slot.values.map((value) => JSON.stringify(value)).join(', ')
      return {
        slot: i,
        note: `${JSON.stringify(rival.value)} stands beside ${own}, and both cannot be meant`,
        lineage: 'wrong-source',
      }
    }
  }
  return undefined
}
