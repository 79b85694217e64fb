import { copyJson, type Json } from '../../shared/json.ts'
import { RecentMap } from '../../shared/memoize.ts'
import type { DrawMemory, World } from './world.ts'

/** Worlds whose first content of one store is kept: a task is looked at in twenty, one after the other. */
const MAX_WORLDS = 64

/**
 * A store by its name: filled with the records that a task gives, else with what is drawn, once for the worlds of one seed,
 * since most calls of a run are made in such.
 */
export function createSeededStore<T extends Json>(
  name: string,
  draw: (world: World) => Iterable<readonly [string, T]>,
  given: (record: Json, world: World) => readonly [string, T],
): (world: World) => Map<string, T> {
  const memory: DrawMemory<readonly (readonly [string, T])[]> = new RecentMap(MAX_WORLDS)
  const fill = (world: World) =>
    world.readGivenRecords(name)?.map((record) => given(record, world)) ??
    world.remember(memory, '', () => [...draw(world)]).map(([key, value]) => [key, copyJson(value)] as const)
  return (world) => world.store(name, fill) as Map<string, T>
}
