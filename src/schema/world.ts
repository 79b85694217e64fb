import { type Json, type JsonObject, stringifyStably } from '../shared/json.ts'

/**
 * Something that was looked at in a world: a secret or a store, by name. How often a write was made, by its `writeKey`;
 * the journal as a whole; or, as it is committed, an effect.
 */
export type Observation =
  | { at: 'secret' | 'store' | 'writes'; name: string }
  | { at: 'journal' }
  | { at: 'commit'; effect: CommittedEffect }

/** The hooks of a world: the records that its stores hold, and who is told what is looked at. */
export interface WorldHooks {
  /** Records that named stores hold in place of what the seed gives them; a fork keeps them. */
  state?: Readonly<Record<string, readonly Json[]>> | undefined
  /**
   * Told of all that a result can depend on beside the arguments, as it is looked at: of a store also the secrets that
   * it was filled from.
   */
  onLook?: ((look: Observation) => void) | undefined
  /** Gives what is shown of a store in its place, whenever it is asked for. */
  view?: ((name: string, store: Store) => Store) | undefined
  /** Told of each store as it is filled, before anything changes it; not to be changed or kept. */
  onFill?: ((name: string, first: ReadonlyMap<string, Json>) => void) | undefined
}

/** A committed change of the world: which tool made it, with which arguments. */
export interface CommittedEffect {
  /** Name of the tool. */
  tool: string
  /** Arguments of the call, with defaults filled in. */
  arguments: JsonObject
  /** What the tool does to the world. */
  effect: 'idempotent-write' | 'write'
}

/** Equal texts for equal writes. */
export const writeKey = (tool: string, args: JsonObject): string => `${tool} ${stringifyStably(args)}`

/** Content of one store: insertion-ordered records by key. */
export type Store = Map<string, Json>

/** A frozen copy of a world's state, to go back to. */
export interface WorldSnapshot {
  /** Seed of the world. */
  readonly seed: number
  /** Stores by name. */
  readonly stores: ReadonlyMap<string, Store>
  /** Committed effects in order of commitment. */
  readonly journal: readonly CommittedEffect[]
}
