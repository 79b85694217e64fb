import { parsePlace, readPlace } from '../../shared/shown-path.ts'
import type { Caller } from './function-run.ts'
import { ReferenceFunctionError } from './reference-error.ts'

/** Makes an error whose stack has at most this many lines: each line takes time. */
export function limitStack<T>(lines: number, make: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = lines
  try {
    return make()
  } finally {
    Error.stackTraceLimit = limit
  }
}

/** Where a function is called. */
export function captureCaller(caller: (...args: never[]) => unknown): Caller {
  const holder: Caller = {}
  limitStack(1, () => Error.captureStackTrace(holder, caller))
  return holder
}

/** Names the file, line and column of a call. */
export const describeCaller = (caller: Caller | undefined): string | undefined => readPlace(caller?.stack)

/** Names the place of a fault behind what is said of it. */
export const addPlace = (what: string, place: string | undefined): string =>
  place === undefined ? what : `${what} (${place})`

export function placeError(
  what: string,
  caller: Caller | undefined,
  cause?: unknown,
): ReferenceFunctionError {
  const place = describeCaller(caller)
  return new ReferenceFunctionError(addPlace(what, place), { cause, at: parsePlace(place) })
}
