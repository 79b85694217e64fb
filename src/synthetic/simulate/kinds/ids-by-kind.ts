import type { Json, JsonObject } from '../../../shared/json.ts'
import { fieldOf, recordsOf } from '../records.ts'
import type { ThingKind } from './kind.ts'

/** The ids that there are, by the name of their kind. */
export type IdsByKind = ReadonlyMap<string, readonly Json[]>

/** The ids of the things in a state. */
export const idsByKind = (kinds: readonly ThingKind[], state: JsonObject): IdsByKind =>
  new Map(
    kinds.map(({ name, collection, idField }) => [
      name,
      recordsOf(state, collection).flatMap((record) => fieldOf(record, idField) ?? []),
    ]),
  )
