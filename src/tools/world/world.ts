import {
  type CommittedEffect,
  type Observation,
  type Store,
  type WorldHooks,
  type WorldSnapshot,
  writeKey,
} from '../../schema/world.ts'
import { copyJson, type Json, type JsonObject } from '../../shared/json.ts'
import { memoizeOnce, type RecentMap } from '../../shared/memoize.ts'
import type { PyJson } from '../../shared/python/json.ts'
import { type Clock, createClock } from './clock.ts'
import { Draw } from './draw.ts'

/** Stands for the clock among the secrets of a world. */
export const CLOCK = ' clock'

/**
 * Name of the secret that a draw is from: values of different secrets say nothing of each other. Ids of records are a
 * secret of the tool that makes them.
 */
const describeSecret = (label: string, parts: readonly PyJson[]): string =>
  label === 'record' ? `record ${String(parts[0])}` : label

/** What was made of draws, and the secrets that these are from, for `World.remember`. */
export type DrawMemory<T> = RecentMap<{ readonly value: T; readonly secrets: readonly string[] }>

/** What was looked at while something was done. */
interface Looks {
  secrets: Set<string>
  /** Whether a store or the journal was. */
  state: boolean
}

/**
 * The seeded state that one attempt acts on. It has a seed, a fixed clock, stores and a journal of committed
 * effects; nothing in it comes from outside, so equal seeds and calls give equal results.
 * Seed 0 is the published world.
 *
 * A world that tells what is looked at in it is this one with hooks, never a class of its own: see {@link WorldHooks}.
 */
export class World {
  /** Seed of the data. */
  readonly seed: number
  private stores = new Map<string, Store>()
  private effects: CommittedEffect[] = []
  /** Committed effects by tool and arguments, of the first `counted`: most worlds are never asked. */
  private readonly writeCounts = new Map<string, number>()
  private counted = 0
  private readonly ownClock: () => Clock
  private readonly hooks: WorldHooks | undefined
  /** Secrets that the first content of a store was drawn from, where they were asked for. */
  private readonly filledFrom = new Map<string, readonly string[]>()
  private looks: Looks | undefined
  private readonly state: WorldHooks['state']
  private readonly readState = new Set<string>()

  /** @param hooks Records of stores, and listeners. */
  constructor(seed = 0, hooks?: WorldHooks) {
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw new RangeError(`Failed to make a world: seed ${seed} is not a whole number from 0 up.`)
    }
    this.seed = seed
    this.ownClock = memoizeOnce(() => createClock(seed))
    this.state = hooks?.state
    this.hooks = hooks
  }

  /** The fixed time of this world. */
  get clock(): Clock {
    if (this.isLookedAt) this.look({ at: 'secret', name: CLOCK })
    return this.ownClock()
  }

  private look(look: Observation): void {
    const { looks, hooks } = this
    if (looks !== undefined) {
      if (look.at === 'secret') looks.secrets.add(look.name)
      else looks.state = true
    }
    hooks?.onLook?.(look)
  }

  /** Opaque values of a read, by what they depend on. */
  draw(label: string, ...parts: PyJson[]): Draw {
    this.noteSecret(label, parts)
    return new Draw(this.seed, label, parts)
  }

  /** Tells whoever looks that a value depends on a secret, for a value that no {@link Draw} makes. */
  noteSecret(label: string, parts: readonly PyJson[]): void {
    if (this.isLookedAt) this.look({ at: 'secret', name: describeSecret(label, parts) })
  }

  /** The store of a name; on first use filled by `initial`, which depends on the world's draws alone. */
  store(name: string, initial: (world: World) => Iterable<readonly [string, Json]>): Store {
    const store = this.openStore(name, initial)
    return this.hooks?.view?.(name, store) ?? store
  }

  private openStore(name: string, initial: (world: World) => Iterable<readonly [string, Json]>): Store {
    const known = this.stores.get(name)
    if (known !== undefined && !this.isLookedAt) return known
    const fill = (): Store => new Map(initial(this))
    const store = this.isLookedAt ? this.lookIntoStore(name, known, fill) : fill()
    this.stores.set(name, store)
    if (known === undefined) this.hooks?.onFill?.(name, store)
    return store
  }

  /** The records that the task has for a store; undefined if the seed fills the store. */
  readGivenRecords(name: string): readonly Json[] | undefined {
    const records = this.state?.[name]
    if (this.state !== undefined) this.readState.add(name)
    return records
  }

  /** Stores that have records from the task and that no tool has used. */
  get unreadState(): string[] {
    return Object.keys(this.state ?? {}).filter((name) => !this.readState.has(name))
  }

  /** Stores that tools have used, if the task has records. */
  get readStores(): string[] {
    return [...this.readState]
  }

  /** A store, once what it was filled from was told; a store of a snapshot is filled once more to find that out. */
  private lookIntoStore(name: string, known: Store | undefined, fill: () => Store): Store {
    let store = known
    const filledFrom = this.filledFrom.get(name)
    if (store === undefined || filledFrom === undefined) {
      const [content, { secrets }] = this.recordLooks(fill)
      store ??= content
      this.filledFrom.set(name, [...secrets])
    } else this.lookAt(filledFrom)
    this.look({ at: 'store', name })
    return store
  }

  /** Whether somebody is told what is looked at. */
  private get isLookedAt(): boolean {
    return this.hooks?.onLook !== undefined || this.looks !== undefined
  }

  /** Does something, and gives what it looked at. */
  private recordLooks<R>(act: () => R): [result: R, looks: Looks] {
    const outer = this.looks
    const innerLooks: Looks = { secrets: new Set(), state: false }
    this.looks = innerLooks
    try {
      return [act(), innerLooks]
    } finally {
      this.looks = outer
      if (outer !== undefined) {
        for (const secret of innerLooks.secrets) outer.secrets.add(secret)
        outer.state ||= innerLooks.state
      }
    }
  }

  private lookAt(secrets: readonly string[]): void {
    if (this.isLookedAt) for (const secret of secrets) this.look({ at: 'secret', name: secret })
  }

  /**
   * What `make` gives, which may look at the world's draws and its clock alone: remembered for worlds of the
   * same seed. Whoever is told what is looked at is told of it in either case. The value is shared: do not change it.
   */
  remember<T>(memory: DrawMemory<T>, key: string, make: () => T): T {
    const fullKey = `${this.seed} ${key}`
    const known = memory.get(fullKey)
    if (known !== undefined) {
      this.lookAt(known.secrets)
      return known.value
    }
    const [value, looks] = this.recordLooks(make)
    // What rests on state is another value after the next write.
    if (!looks.state) memory.set(fullKey, { value, secrets: [...looks.secrets] })
    return value
  }

  /** Committed effects in order of commitment. */
  get journal(): readonly CommittedEffect[] {
    if (this.isLookedAt) this.look({ at: 'journal' })
    return this.effects
  }

  /** Adds a committed effect to the journal. */
  commit(effect: CommittedEffect): void {
    const copy = { ...effect, arguments: copyJson(effect.arguments) }
    if (this.isLookedAt) this.look({ at: 'commit', effect: copy })
    this.effects.push(copy)
  }

  /** Number of committed effects of the tool with equal arguments. */
  countEqualWrites(tool: string, args: JsonObject): number {
    const name = writeKey(tool, args)
    if (this.isLookedAt) this.look({ at: 'writes', name })
    for (; this.counted < this.effects.length; this.counted++) {
      const { tool: writer, arguments: written } = this.effects[this.counted] as CommittedEffect
      const key = writeKey(writer, written)
      this.writeCounts.set(key, (this.writeCounts.get(key) ?? 0) + 1)
    }
    return this.writeCounts.get(name) ?? 0
  }

  /** A copy of the state, which `restore` puts back. */
  snapshot(): WorldSnapshot {
    return {
      seed: this.seed,
      stores: structuredClone(this.stores),
      journal: structuredClone(this.effects),
    }
  }

  /** Goes back to a snapshot of this seed. */
  restore(snapshot: WorldSnapshot): void {
    if (snapshot.seed !== this.seed) {
      throw new RangeError(
        `Failed to restore a world of seed ${this.seed}: the snapshot has seed ${snapshot.seed}.`,
      )
    }
    this.stores = structuredClone(snapshot.stores) as Map<string, Store>
    this.effects = structuredClone(snapshot.journal) as CommittedEffect[]
    this.writeCounts.clear()
    this.counted = 0
  }

  /**
   * A second world with the same state. Changes in one world do not show in the other. The fork inherits no listener.
   * Stores that are already filled stay as they are.
   */
  fork(): World {
    const world = new World(this.seed, { state: this.state })
    world.restore(this.snapshot())
    return world
  }
}
