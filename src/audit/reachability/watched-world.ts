import { type CommittedEffect, writeKey } from '../../world/effect.ts'
import type { Look } from '../../world/overlay.ts'
import { World } from '../../world/world.ts'

/** Stands for the journal among the stores of a world. */
const JOURNAL = ' journal'

/** What a call looked at in its world. */
export interface Touch {
  /** Secrets that the result can depend on; none where equal arguments give the same in every world. */
  secrets: ReadonlySet<string>
  /** Stores that it read or changed, the journal among them. */
  stores: ReadonlySet<string>
  /** What it committed. */
  effects: readonly CommittedEffect[]
  /**
   * Keys of the writes of which it asked how often they were made. Undefined where it looked at more of what earlier
   * calls leave behind: a store, or the whole journal.
   */
  writes: ReadonlySet<string> | undefined
}

/** A world that tells what a call looks at. */
export class WatchedWorld {
  readonly world: World
  private touched: Touched = nothing()
  /** By key how often each write was committed. */
  private readonly committed = new Map<string, number>()

  /** @param isElsewhere The secrets that are those of another world; none by default. */
  constructor(seed: number, isElsewhere?: (secret: string) => boolean) {
    this.world = new World(seed, { onLook: (look) => this.note(look), isElsewhere })
  }

  private note(look: Look): void {
    const { touched } = this
    switch (look.at) {
      case 'secret':
        touched.secrets.add(look.name)
        return
      case 'writes':
        touched.writes.add(look.name)
        return
      case 'commit': {
        const key = writeKey(look.effect.tool, look.effect.arguments)
        touched.stores.add(JOURNAL)
        touched.effects.push(look.effect)
        this.committed.set(key, this.timesWritten(key) + 1)
        return
      }
      default:
        touched.stores.add(look.at === 'store' ? look.name : JOURNAL)
        touched.isPlain = false
    }
  }

  /** How often a write of this key was committed in it. */
  timesWritten(key: string): number {
    return this.committed.get(key) ?? 0
  }

  /** Does something in this world and tells what it looked at. */
  watch<T>(act: (world: World) => T): [result: T, touch: Touch] {
    this.touched = nothing()
    const result = act(this.world)
    const { isPlain, writes, ...touch } = this.touched
    return [result, { ...touch, writes: isPlain ? writes : undefined }]
  }
}

interface Touched {
  secrets: Set<string>
  stores: Set<string>
  effects: CommittedEffect[]
  writes: Set<string>
  isPlain: boolean
}

const nothing = (): Touched => ({
  secrets: new Set(),
  stores: new Set(),
  effects: [],
  writes: new Set(),
  isPlain: true,
})
