import type { OpenWorld, Tools } from '../../schema/tools.ts'
import { type Call, hasTakenEffect } from '../../schema/trace.ts'
import type { Store } from '../../schema/world.ts'
import { isObject, type Json, listChildren, stringifyStably } from '../../shared/json.ts'

/** A changed entity of a store, with its new value; undefined if it is gone. */
export interface ChangedEntity {
  store: string
  /** Its key in the store. */
  key: string
  value: Json | undefined
  /** Whether a call brought it about that did not name it, so that its key is of the run's own making. */
  isMade: boolean
}

/** What the calls of a trace left behind. */
export interface EndState {
  changed: ChangedEntity[]
  /** Stores that were looked at. */
  stores: ReadonlySet<string>
  /**
   * Calls whose effects the stores hold, with the places that each changed and their stores: none for one that set what
   * was set already. The effects of others, such as a message that was sent, are in no store.
   */
  held: ReadonlyMap<Call, ReadonlyMap<string, string>>
}

class ChangedWorld {
  readonly first = new Map<string, Store>()
  /** Stores that were looked at since this was last emptied. */
  readonly touched = new Set<string>()
  readonly world: OpenWorld

  constructor(seed: number, tools: Tools) {
    this.world = tools.open(seed, {
      onFill: (name, store) => this.first.set(name, structuredClone(new Map(store))),
      onLook: (look) => {
        if (look.at === 'store') this.touched.add(look.name)
      },
    })
  }

  /** Entities that are not as they were, by their places. */
  listChanges(): Map<string, StoreChange> {
    const changes = new Map<string, StoreChange>()
    for (const [store, entities] of this.world.snapshot().stores) {
      const first = this.first.get(store)
      for (const key of new Set([...(first?.keys() ?? []), ...entities.keys()])) {
        const [before, value] = [first?.get(key), entities.get(key)]
        if (formatState(before) === formatState(value)) continue
        changes.set(JSON.stringify([store, key]), { store, key, value, isNew: before === undefined })
      }
    }
    return changes
  }
}

/** An entity that is not as it was: its value now, undefined where it is gone. */
interface StoreChange {
  store: string
  key: string
  value: Json | undefined
  /** Whether it was not there at first. */
  isNew: boolean
}

/** A text that equal values share, and that no other has; that of what is gone is empty. */
export const formatState = (value: Json | undefined): string =>
  value === undefined ? '' : stringifyStably(value)

/** Whether arguments hold a key as one of their values. */
function names(value: Json, key: string): boolean {
  if (isObject(value) || Array.isArray(value)) return listChildren(value).some((item) => names(item, key))
  return value === key || (typeof value === 'number' && String(value) === key)
}

/**
 * Makes the calls of a trace that had an effect again, in the order in which they ended and in a world of the same seed,
 * and gives what they left in its stores.
 *
 * @returns What they left, or the name of a tool that nothing simulates
 */
export function buildEndState(calls: readonly Call[], seed: number, tools: Tools): EndState | string {
  const run = new ChangedWorld(seed, tools)
  const held = new Map<Call, ReadonlyMap<string, string>>()
  const created = new Set<string>()
  const stores = new Set<string>()
  let before = run.listChanges()
  for (const call of calls.filter(hasTakenEffect).sort((a, b) => a.ended - b.ended)) {
    const effect = tools.get(call.tool_name)?.effect
    if (effect === undefined) return call.tool_name
    if (effect === 'read') continue
    run.touched.clear()
    tools.execute(call.tool_name, call.arguments, run.world)
    const after = run.listChanges()
    const isOther = [...new Set([...before.keys(), ...after.keys()])].filter(
      (place) => formatState(before.get(place)?.value) !== formatState(after.get(place)?.value),
    )
    const changed = new Map<string, string>()
    for (const place of isOther) {
      const { store, key, isNew } = (after.get(place) ?? before.get(place)) as StoreChange
      if (isNew && !before.has(place) && !names(call.arguments, key)) created.add(place)
      changed.set(place, store)
      stores.add(store)
    }
    // One that sets what is set already changes nothing more, and is held all the same.
    if (isOther.length > 0 || (effect === 'idempotent-write' && run.touched.size > 0)) held.set(call, changed)
    for (const name of run.touched) stores.add(name)
    before = after
  }
  const changed = [...before].map(([place, { isNew: _, ...entity }]) => ({
    ...entity,
    isMade: created.has(place),
  }))
  return { changed, stores, held }
}
