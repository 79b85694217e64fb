import { type Call, tookEffect } from '../../schema/trace.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import { executeTool } from '../../simulators/execute.ts'
import { type Store, World } from '../../world/world.ts'
import { simulatorOf, type Tools } from '../world-before.ts'
import { type Entity, entitiesOfCollections, entitiesOfRecords } from './entities.ts'

/** One entity of a store that is not as it was: what it is now, undefined where it is gone. */
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
   * Calls whose effects the stores hold, with the stores that each changed: none for one that set what was set already.
   * The effects of others, such as a message that was sent, are in no store.
   */
  held: ReadonlyMap<Call, ReadonlySet<string>>
}

/** A world, and what was in its stores at first. */
class ChangedWorld {
  readonly first = new Map<string, Store>()
  /** Stores that were looked at since this was last emptied. */
  readonly touched = new Set<string>()
  readonly world: World

  constructor(seed: number) {
    this.world = new World(seed, {
      onFill: (name, store) => this.first.set(name, structuredClone(new Map(store))),
      onLook: (look) => {
        if (look.at === 'store') this.touched.add(look.name)
      },
    })
  }

  /** Entities of a store, by their places. */
  private entities(name: string, store: Store | undefined): Map<string, Entity> {
    if (store === undefined) return new Map()
    const list = this.world.holdsCollections(name)
      ? entitiesOfCollections(name, store)
      : entitiesOfRecords(name, store)
    return new Map(list.map((entity) => [placeOf(name, entity), entity]))
  }

  /** Entities that are not as they were, by their places. */
  changes(): Map<string, Change> {
    const changes = new Map<string, Change>()
    for (const [name, store] of this.world.snapshot().stores) {
      const first = this.entities(name, this.first.get(name))
      const now = this.entities(name, store)
      for (const place of new Set([...first.keys(), ...now.keys()])) {
        const [before, after] = [first.get(place), now.get(place)]
        if (textOf(before?.value) === textOf(after?.value)) continue
        const { store, key } = (after ?? before) as Entity
        changes.set(place, { store, key, value: after?.value, isNew: before === undefined })
      }
    }
    return changes
  }
}

/** An entity that is not as it was: its value now, undefined where it is gone. */
interface Change extends Omit<Entity, 'value'> {
  value: Json | undefined
  /** Whether it was not there at first. */
  isNew: boolean
}

const textOf = (value: Json | undefined): string => (value === undefined ? '' : stableJson(value))
const placeOf = (name: string, { store, key }: Entity): string => JSON.stringify([name, store, key])

/** Whether arguments hold a key as one of their values. */
function names(value: Json, key: string): boolean {
  if (Array.isArray(value)) return value.some((item) => names(item, key))
  if (isObject(value)) return Object.values(value).some((item) => names(item, key))
  return value === key || (typeof value === 'number' && String(value) === key)
}

/**
 * Makes the calls of a trace that had an effect again, in the order in which they ended and in a world of the same seed,
 * and gives what they left in its stores.
 *
 * @returns What they left, or the name of a tool that nothing simulates
 */
export function endStateOf(calls: readonly Call[], seed: number, tools: Tools): EndState | string {
  const run = new ChangedWorld(seed)
  const held = new Map<Call, ReadonlySet<string>>()
  const made = new Set<string>()
  const stores = new Set<string>()
  let before = run.changes()
  for (const call of calls.filter(tookEffect).sort((a, b) => a.ended - b.ended)) {
    const simulator = simulatorOf(tools, call.tool_name)
    if (simulator === undefined) return call.tool_name
    if (simulator.effect === 'read') continue
    run.touched.clear()
    executeTool(simulator, call.arguments as JsonObject, run.world)
    const after = run.changes()
    const isOther = [...new Set([...before.keys(), ...after.keys()])].filter(
      (place) => textOf(before.get(place)?.value) !== textOf(after.get(place)?.value),
    )
    const changed = new Set<string>()
    for (const place of isOther) {
      const { store, key, isNew } = (after.get(place) ?? before.get(place)) as Change
      if (isNew && !before.has(place) && !names(call.arguments, key)) made.add(place)
      changed.add(store)
      stores.add(store)
    }
    // One that sets what is set already changes nothing more, and is held all the same.
    if (isOther.length > 0 || (simulator.effect === 'idempotent-write' && run.touched.size > 0))
      held.set(call, changed)
    for (const name of run.touched) stores.add(name)
    before = after
  }
  const changed = [...before].map(([place, { isNew: _, ...entity }]) => ({
    ...entity,
    isMade: made.has(place),
  }))
  return { changed, stores, held }
}
