import { TracewrightError } from '../shared/errors.ts'
import { communication } from './communication/index.ts'
import { computation } from './computation/index.ts'
import type { Simulator } from './define-simulator.ts'
import { externalServices } from './external-services/index.ts'
import { fileData } from './file-data/index.ts'
import { informationRetrieval } from './information-retrieval/index.ts'
import { media } from './media/index.ts'
import { stateManagement } from './state-management/index.ts'
import { textProcessing } from './text-processing/index.ts'
import { timeScheduling } from './time-scheduling/index.ts'

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
export const registry: Registry = registryOf(
  [
    ...communication,
    ...computation,
    ...externalServices,
    ...fileData,
    ...informationRetrieval,
    ...media,
    ...stateManagement,
    ...textProcessing,
    ...timeScheduling,
  ].sort((a, b) => (a.name < b.name ? -1 : 1)),
)
