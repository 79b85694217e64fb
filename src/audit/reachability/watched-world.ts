import type { Look } from '../../world/overlay.ts'
import { World } from '../../world/world.ts'

/** Stands for the journal among the stores of a world. */
const JOURNAL = ' journal'

/** What a call looked at in its world. */
export interface Touch {
  /** Secrets that the result can depend on; none where equal arguments give the same in every world. */
  secrets: ReadonlySet<string>
  stores: ReadonlySet<string>
}

/** A world that tells what a call looks at. */
export class WatchedWorld {
  readonly world: World
  private secrets = new Set<string>()
  private stores = new Set<string>()

  constructor(seed: number) {
    this.world = new World(seed, { onLook: (look) => this.note(look) })
  }

  private note(look: Look): void {
    if (look.at === 'secret') this.secrets.add(look.name)
    else this.stores.add(look.at === 'store' ? look.name : JOURNAL)
  }

  /** Does something in this world and tells what it looked at. */
  watch<T>(act: (world: World) => T): [result: T, touch: Touch] {
    this.secrets = new Set()
    this.stores = new Set()
    const result = act(this.world)
    return [result, { secrets: this.secrets, stores: this.stores }]
  }
}
