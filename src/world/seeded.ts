import { copyJson, type Json } from '../shared/json.ts'
import { World } from './world.ts'

/**
 * What fills a store, drawn once for worlds that come one after the other with the same seed: most calls of a run do.
 * Where something is laid over the world's draws, and in a world of a class of its own, which may draw otherwise or tell
 * of its draws, they are made each time.
 */
export function seeded<T extends Json>(
  draw: (world: World) => Iterable<readonly [string, T]>,
): (world: World) => (readonly [string, T])[] {
  let latest: { seed: number; entries: readonly (readonly [string, T])[] } | undefined
  return (world) => {
    if (!world.isPlain || world.constructor !== World) return [...draw(world)]
    if (latest?.seed !== world.seed) latest = { seed: world.seed, entries: [...draw(world)] }
    return latest.entries.map(([key, value]) => [key, copyJson(value)] as const)
  }
}
