import { TracewrightError } from '../shared/errors.ts'
import type { Simulator } from './define-simulator.ts'
import { simulators } from './index/simulators.ts'

/** Simulators by tool name. */
export type Registry = ReadonlyMap<string, Simulator>

/** A registry of the given simulators. Throws where two have one name. */
export function registryOf(simulators: Iterable<Simulator>): Registry {
  const registry = new Map<string, Simulator>()
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

/** The simulators that come with tracewright, in order of their names. */
export const registry: Registry = registryOf(simulators)
