import type { PyJson } from '../../python/json.ts'
import type { Json } from '../../shared/json.ts'
import type { Clock } from '../../world/clock.ts'
import type { Draw } from '../../world/draw.ts'
import { type CommittedEffect, type Store, World } from '../../world/world.ts'

/** Stands for the clock among the secrets of a world. */
export const CLOCK = ' clock'
/** Stands for the journal among its stores. */
const JOURNAL = ' journal'

/**
 * Name of the secret that a draw is from: values of different secrets say nothing of each other. Ids of records are a
 * secret of the tool that makes them.
 */
export const secretOf = (label: string, parts: readonly PyJson[]): string =>
  label === 'record' ? `record ${String(parts[0])}` : label

/** What a call looked at in its world. */
export interface Touch {
  /** Secrets that the result can depend on; none where equal arguments give the same in every world. */
  secrets: ReadonlySet<string>
  stores: ReadonlySet<string>
}

/** A world that tells what a call looks at. */
export class WatchedWorld extends World {
  private secrets = new Set<string>()
  private stored = new Set<string>()
  /** Secrets that the first content of a store was drawn from. */
  private readonly within = new Map<string, ReadonlySet<string>>()

  /** Does something in this world and tells what it looked at. */
  watch<T>(act: () => T): [result: T, touch: Touch] {
    this.secrets = new Set()
    this.stored = new Set()
    const result = act()
    return [result, { secrets: this.secrets, stores: this.stored }]
  }

  override get clock(): Clock {
    this.secrets.add(CLOCK)
    return super.clock
  }

  override draw(label: string, ...parts: PyJson[]): Draw {
    this.secrets.add(secretOf(label, parts))
    return super.draw(label, ...parts)
  }

  override store(name: string, initial: (world: World) => Iterable<readonly [string, Json]>): Store {
    if (!this.within.has(name)) {
      const outer = this.secrets
      this.secrets = new Set()
      super.store(name, initial)
      this.within.set(name, this.secrets)
      this.secrets = outer
    }
    for (const secret of this.within.get(name) ?? []) this.secrets.add(secret)
    this.stored.add(name)
    return super.store(name, initial)
  }

  override get journal(): readonly CommittedEffect[] {
    this.stored.add(JOURNAL)
    return super.journal
  }

  override commit(effect: CommittedEffect): void {
    this.stored.add(JOURNAL)
    super.commit(effect)
  }
}
