import { isObject, type Json, stableJson } from '../../shared/json.ts'
import { below } from '../../shared/pointer.ts'
import type { KeptRequest } from './canonical.ts'
import { filledMasks, hasMask } from './masked-text.ts'
import { sameButForTime } from './stamps.ts'

/** A place where two requests differ. */
export interface RequestDifference {
  /** JSON Pointer into the body, or `method`, `url`. */
  at: string
  recorded: Json | undefined
  now: Json | undefined
}

/** When the two requests of a comparison were made, in milliseconds. */
export interface Times {
  recorded: number
  now: number
}

function* differencesIn(
  recorded: Json | undefined,
  now: Json | undefined,
  at: string,
  times: Times,
  known: Map<string, string>,
): Generator<RequestDifference> {
  if (typeof recorded === 'string' && isScalar(now) && (typeof now === 'string' || hasMask(recorded))) {
    const filled = hasMask(recorded) ? filledMasks(recorded, String(now), known) : recorded
    const same =
      filled !== undefined &&
      sameButForTime({ text: filled, at: times.recorded }, { text: String(now), at: times.now })
    if (!same) yield { at, recorded, now }
    return
  }
  if (isObject(recorded) && isObject(now)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(now)])].sort()
    for (const key of keys) yield* differencesIn(recorded[key], now[key], below(at, key), times, known)
    return
  }
  if (Array.isArray(recorded) && Array.isArray(now)) {
    for (let i = 0; i < Math.max(recorded.length, now.length); i++)
      yield* differencesIn(recorded[i], now[i], `${at}/${i}`, times, known)
    return
  }
  const isMissing = (recorded === undefined) !== (now === undefined)
  if (isMissing || stableJson(recorded) !== stableJson(now)) yield { at, recorded, now }
}

const isScalar = (value: Json | undefined): boolean => value !== undefined && typeof value !== 'object'

/**
 * Where two requests differ, the most telling places first: what was said before what comes with it. What is masked in the
 * recorded one may be anything.
 *
 * @param known What stands in the places of masks with a number; what is met for the first time is added
 */
export function* requestDifferences(
  recorded: KeptRequest,
  now: KeptRequest,
  times: Times,
  known: Map<string, string> = new Map(),
): Generator<RequestDifference> {
  if (recorded.method !== now.method) yield { at: 'method', recorded: recorded.method, now: now.method }
  const url = hasMask(recorded.url) ? filledMasks(recorded.url, now.url, known) : recorded.url
  if (url !== now.url) yield { at: 'url', recorded: recorded.url, now: now.url }
  yield* differencesIn(recorded.body, now.body, '', times, known)
}

/**
 * Whether two requests ask the same.
 *
 * @param known What stands in the places of masks with a number; what is new is added where they do
 */
export function isSameRequest(
  recorded: KeptRequest,
  now: KeptRequest,
  times: Times,
  known: Map<string, string> = new Map(),
): boolean {
  const found = new Map(known)
  const isSame = requestDifferences(recorded, now, times, found).next().done === true
  if (isSame) for (const [number, value] of found) known.set(number, value)
  return isSame
}
