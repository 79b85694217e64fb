import type { Json } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

/** Draws what another drawer makes. */
export type Make = (name: string, ...of: number[]) => Json

/**
 * What takes more than a template: a function that makes up a value.
 *
 * @param of Numbers that say how much of it, or between which bounds
 */
export type Drawer = (rng: Rng, make: Make, of: readonly number[]) => Json
