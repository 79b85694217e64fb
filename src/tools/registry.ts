import type { Tools } from '../schema/tools.ts'
import { TracewrightError } from '../shared/errors.ts'
import type { Simulator } from './define-simulator.ts'
import { executeTool, refuseUnknownTool } from './execute.ts'
import { World } from './world/world.ts'

/** Simulators by tool name, and the worlds to call them in. */
export type Registry = Tools<World, Simulator>

class SimulatorRegistry extends Map<string, Simulator> implements Registry {
  open: Registry['open'] = (seed, hooks) => new World(seed, hooks)

  execute: Registry['execute'] = (name, args, world, floats) => {
    const simulator = this.get(name)
    return simulator === undefined ? refuseUnknownTool(name) : executeTool(simulator, args, world, floats)
  }
}

/** A registry of the given simulators. Throws if two have one name. */
export function registryOf(simulators: Iterable<Simulator>): Registry {
  const registry = new SimulatorRegistry()
  for (const simulator of simulators) {
    if (registry.has(simulator.name)) {
      throw new TracewrightError(
        `Failed to make a registry: two simulators are named "${simulator.name}". Rename one of them.`,
      )
    }
    registry.set(simulator.name, simulator)
  }
  return registry
}

/** The simulators of several registries; of one name the last. */
export const joinRegistries = (...registries: readonly Iterable<readonly [string, Simulator]>[]): Registry =>
  new SimulatorRegistry(registries.flatMap((registry) => [...registry]))
