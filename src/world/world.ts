import type { PyJson } from '../python/json.ts'
import type { Json, JsonObject } from '../shared/json.ts'
import { copyJson, stableJson } from '../shared/json.ts'
import { once } from '../shared/once.ts'
import { type Clock, clockOf } from './clock.ts'
import { Draw } from './draw.ts'
import type { Lens, Overlay } from './overlay.ts'

/** A committed change of the world: which tool made it, with which arguments. */
export interface CommittedEffect {
  tool: string
  arguments: JsonObject
  effect: 'idempotent-write' | 'write'
}

/** Content of one store: insertion-ordered records by key. */
export type Store = Map<string, Json>

/** A frozen copy of a world's state, to go back to. */
export interface WorldSnapshot {
  readonly seed: number
  readonly stores: ReadonlyMap<string, Store>
  readonly journal: readonly CommittedEffect[]
  readonly overlay?: Overlay | undefined
}

const writeKey = (tool: string, args: JsonObject): string => `${tool} ${stableJson(args)}`

/**
 * The seeded state that one run acts on. It has a seed, a fixed clock, stores and a journal of committed
 * effects; nothing in it comes from outside, so equal seeds and calls give equal results.
 * Seed 0 is the published world.
 */
export class World {
  readonly seed: number
  private stores = new Map<string, Store>()
  private effects: CommittedEffect[] = []
  /** Committed effects by tool and arguments. */
  private readonly writeCounts = new Map<string, number>()
  private readonly ownClock: () => Clock
  private lens: Lens | undefined

  /** @param lens What is not drawn as the seed says, and who is told of draws. */
  constructor(seed = 0, lens?: Lens) {
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw new RangeError(`Failed to make a world: seed ${seed} is not a whole number from 0 up.`)
    }
    this.seed = seed
    this.ownClock = once(() => clockOf(seed))
    this.lens = lens
  }

  /** The fixed time of this world. */
  get clock(): Clock {
    if (this.lens === undefined) return this.ownClock()
    const draw = this.draw('clock')
    return clockOf(this.seed, (name, range, own) => draw.given(name, { kind: 'figure', ...range }, () => own))
  }

  /** The one draw that has another value here than the seed gives it. */
  get overlay(): Overlay | undefined {
    return this.lens?.overlay
  }

  /** Whether every draw is what the seed gives, and nobody is told of it: what was drawn may then be remembered. */
  get isPlain(): boolean {
    return this.lens === undefined
  }

  /** Opaque values of a read, by what they depend on. */
  draw(label: string, ...parts: PyJson[]): Draw {
    return new Draw(this.seed, label, parts, this.lens)
  }

  /** The store of a name; on first use filled by `initial`, which depends on the world's draws alone. */
  store(name: string, initial: (world: World) => Iterable<readonly [string, Json]>): Store {
    let store = this.stores.get(name)
    if (store === undefined) {
      store = new Map(initial(this))
      this.stores.set(name, store)
    }
    return store
  }

  /** Committed effects in order of commitment. */
  get journal(): readonly CommittedEffect[] {
    return this.effects
  }

  /** Adds a committed effect to the journal. */
  commit(effect: CommittedEffect): void {
    this.effects.push({ ...effect, arguments: copyJson(effect.arguments) })
    this.countWrite(effect)
  }

  /** Number of committed effects of the tool with equal arguments. */
  equalWrites(tool: string, args: JsonObject): number {
    return this.writeCounts.get(writeKey(tool, args)) ?? 0
  }

  private countWrite({ tool, arguments: args }: CommittedEffect): void {
    const key = writeKey(tool, args)
    this.writeCounts.set(key, (this.writeCounts.get(key) ?? 0) + 1)
  }

  snapshot(): WorldSnapshot {
    return {
      seed: this.seed,
      stores: structuredClone(this.stores),
      journal: structuredClone(this.effects),
      overlay: this.overlay,
    }
  }

  /** Goes back to a snapshot of this seed, with its overlay. */
  restore(snapshot: WorldSnapshot): void {
    if (snapshot.seed !== this.seed) {
      throw new RangeError(
        `Failed to restore a world of seed ${this.seed}: the snapshot has seed ${snapshot.seed}.`,
      )
    }
    this.stores = structuredClone(snapshot.stores) as Map<string, Store>
    this.effects = structuredClone(snapshot.journal) as CommittedEffect[]
    this.laidOver(snapshot.overlay)
    this.writeCounts.clear()
    for (const effect of this.effects) this.countWrite(effect)
  }

  private laidOver(overlay: Overlay | undefined): void {
    const onDraw = this.lens?.onDraw
    this.lens = overlay === undefined && onDraw === undefined ? undefined : { overlay, onDraw }
  }

  /**
   * A world of its own with the same state: what happens in one is not seen in the other. The overlay is kept
   * unless `lens` brings another; stores that are filled already stay as they are.
   */
  fork(lens: Lens = {}): World {
    const world = new World(this.seed, lens)
    world.restore({ ...this.snapshot(), overlay: lens.overlay ?? this.overlay })
    return world
  }
}
