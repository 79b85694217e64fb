import { copyJson, type Json } from '../../shared/json.ts'
import { DrawMemory } from './draw-memory.ts'
import type { World } from './world.ts'

/** Worlds whose first content of one store is kept: a task is looked at in twenty, one after the other. */
const MAX_WORLDS = 64

/** What fills a store, drawn once for the worlds of one seed: most calls of a run are made in such. */
export function seeded<T extends Json>(
  draw: (world: World) => Iterable<readonly [string, T]>,
): (world: World) => (readonly [string, T])[] {
  const memory = new DrawMemory<readonly (readonly [string, T])[]>(MAX_WORLDS)
  return (world) =>
    world.remember(memory, '', () => [...draw(world)]).map(([key, value]) => [key, copyJson(value)] as const)
}
