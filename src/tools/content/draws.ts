import type { Json } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'

/** Draws what another drawer makes. */
export type Make = (name: string, ...of: number[]) => Json

/**
 * What takes more than a template: a function that makes up a value.
 *
 * @param of Numbers that say how much of it, or between which bounds
 */
export type ContentDrawer = (rng: Rng, make: Make, of: readonly number[]) => Json

const padToTwoDigits = (value: number): string => String(value).padStart(2, '0')

/** A date as YYYY-MM-DD, of a year from `first` to `last`. */
export const drawDate = (rng: Rng, first: number, last: number): string =>
  `${rng.int(first, last)}-${padToTwoDigits(rng.int(1, 12))}-${padToTwoDigits(rng.int(1, 28))}`

/** A date and a time on the quarter hour, YYYY-MM-DD HH:MM, by day. */
export const drawDateTime = (rng: Rng): string =>
  `${drawDate(rng, 2030, 2034)} ${padToTwoDigits(rng.int(7, 20))}:${rng.pick(['00', '15', '30', '45'])}`
