import { isObject, type Json, stableJson } from '../shared/json.ts'
import { below } from '../shared/pointer.ts'
import type { KeptRequest } from './canonical.ts'
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
): Generator<RequestDifference> {
  if (typeof recorded === 'string' && typeof now === 'string') {
    const same = sameButForTime({ text: recorded, at: times.recorded }, { text: now, at: times.now })
    if (!same) yield { at, recorded, now }
    return
  }
  if (isObject(recorded) && isObject(now)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(now)])].sort()
    for (const key of keys) yield* differencesIn(recorded[key], now[key], below(at, key), times)
    return
  }
  if (Array.isArray(recorded) && Array.isArray(now)) {
    for (let i = 0; i < Math.max(recorded.length, now.length); i++)
      yield* differencesIn(recorded[i], now[i], `${at}/${i}`, times)
    return
  }
  const isMissing = (recorded === undefined) !== (now === undefined)
  if (isMissing || stableJson(recorded) !== stableJson(now)) yield { at, recorded, now }
}

/** Where two requests differ, the most telling places first: what was said before what comes with it. */
export function* requestDifferences(
  recorded: KeptRequest,
  now: KeptRequest,
  times: Times,
): Generator<RequestDifference> {
  if (recorded.method !== now.method) yield { at: 'method', recorded: recorded.method, now: now.method }
  if (recorded.url !== now.url) yield { at: 'url', recorded: recorded.url, now: now.url }
  yield* differencesIn(recorded.body, now.body, '', times)
}

/** Whether two requests ask the same. */
export const isSameRequest = (recorded: KeptRequest, now: KeptRequest, times: Times): boolean =>
  requestDifferences(recorded, now, times).next().done === true
