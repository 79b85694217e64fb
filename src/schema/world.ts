import { type Json, type JsonObject, stableJson } from '../shared/json.ts'
import { dumps, type PyJson } from '../shared/python/json.ts'

/** Names one draw of a world: its label, the parts that it depends on and the name of the value. */
export interface DrawName {
  label: string
  parts: readonly PyJson[]
  name: string
}

/** What a draw can give: a number of a range, one of this many options, or hex digits. */
export type Domain =
  | { kind: 'number'; min: number; max: number; decimals: number }
  | { kind: 'pick'; options: readonly unknown[] }
  | { kind: 'hex'; digits: number }

/** One draw as it was made. The value of a pick is the index of the option. */
export interface Drawn extends DrawName {
  domain: Domain
  value: number | string
}

/**
 * Another value for one draw. Everything that depends on the draw is computed from it, in stores as well, where
 * these are not filled yet. The value of a pick is the index of the option.
 */
export interface DrawReplacement extends DrawName {
  value: number | string
}

/**
 * Something that was looked at in a world: a secret or a store, by name. How often a write was made, by its `writeKey`;
 * the journal as a whole; or, as it is committed, an effect.
 */
export type Observation =
  | { at: 'secret' | 'store' | 'writes'; name: string }
  | { at: 'journal' }
  | { at: 'commit'; effect: CommittedEffect }

/**
 * The hooks of a world: what is not drawn in the usual way in it, and who is told. A world and its draws ask them
 * wherever they give a value.
 */
export interface WorldHooks {
  /** Records that named stores hold in place of what the seed gives them; a fork keeps them. */
  state?: Readonly<Record<string, readonly Json[]>> | undefined
  overlay?: DrawReplacement | undefined
  /** Told of every draw, with the value that it gave. */
  onDraw?: ((drawn: Drawn) => void) | undefined
  /**
   * Told of all that a result can depend on beside the arguments, as it is looked at: of a store also the secrets that
   * it was filled from.
   */
  onLook?: ((look: Observation) => void) | undefined
  /** Told of each store as it is filled, before anything changes it; not to be changed or kept. */
  onFill?: ((name: string, first: ReadonlyMap<string, Json>) => void) | undefined
}

/** Equal texts for equal names. */
export const overlayKey = ({ label, parts, name }: DrawName): string => dumps([label, [...parts], name], true)

/** A committed change of the world: which tool made it, with which arguments. */
export interface CommittedEffect {
  tool: string
  arguments: JsonObject
  effect: 'idempotent-write' | 'write'
}

/** Equal texts for equal writes. */
export const writeKey = (tool: string, args: JsonObject): string => `${tool} ${stableJson(args)}`

/** Content of one store: insertion-ordered records by key. */
export type Store = Map<string, Json>

/** A frozen copy of a world's state, to go back to. */
export interface WorldSnapshot {
  readonly seed: number
  readonly stores: ReadonlyMap<string, Store>
  readonly journal: readonly CommittedEffect[]
  readonly overlay?: DrawReplacement | undefined
}
