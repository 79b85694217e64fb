import { isObject, type Json } from '../shared/json.ts'
import type { Simulator } from './define-simulator.ts'
import type { World } from './world/world.ts'

/** The last call on its way in a world, of those that have to be prepared. */
const queues = new WeakMap<World, Promise<void>>()

/**
 * Runs a call once its simulator is ready for it. Prepared calls of one world run one after another, so that each is
 * prepared for the world that it finds.
 *
 * @param act Executes the call; run at once where nothing has to be prepared
 */
export async function whenPrepared<T>(
  simulator: Simulator | undefined,
  args: Json,
  world: World,
  act: () => T,
): Promise<T> {
  if (simulator?.prepare === undefined || !isObject(args)) return act()
  const before = queues.get(world)
  let done = (): void => {}
  queues.set(
    world,
    new Promise((resolve) => {
      done = resolve
    }),
  )
  try {
    await before
    await simulator.prepare(args, world)
    return act()
  } finally {
    done()
  }
}
