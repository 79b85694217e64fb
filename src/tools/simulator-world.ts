import type { Store } from '../schema/world.ts'
import type { Json } from '../shared/json.ts'
import type { Clock } from './world/clock.ts'
import type { NumberRange } from './world/draw.ts'
import type { World } from './world/world.ts'

/** Values that cannot be guessed: they depend on the world's seed, a label, its parts and their own name, alone. */
export interface Draws {
  /** A number within the range, both bounds included. */
  number(name: string, range: NumberRange): number
  /** One of the options, each as likely as another. */
  pick<T>(name: string, options: readonly T[]): T
  /** Hex digits, at most 64. Twelve, the default, carry 48 bits. */
  hex(name: string, digits?: number): string
}

/** A world as a simulator sees it. */
export interface SimulatorWorld {
  /** Seed of the data. */
  readonly seed: number
  /** The fixed time of this world. */
  readonly clock: Clock
  /** Result of a read. */
  draw(label: string, ...parts: Json[]): Draws
  /** State that calls share within one run, by its name; on first use filled by `initial`. */
  store(name: string, initial: (world: SimulatorWorld) => Iterable<readonly [string, Json]>): Store
}

export const createSimulatorWorld = (world: World): SimulatorWorld => ({
  seed: world.seed,
  clock: world.clock,
  draw(label, ...parts) {
    const draw = world.draw(label, ...parts)
    return {
      number: (name, range) => draw.number(name, undefined, range),
      pick: (name, options) => draw.pick(name, undefined, options),
      hex: (name, digits) => draw.token(name, digits),
    }
  },
  store: (name, initial) => world.store(name, (storeWorld) => initial(createSimulatorWorld(storeWorld))),
})
