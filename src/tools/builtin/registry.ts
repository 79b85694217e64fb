import { type Registry, registryOf } from '../registry.ts'
import { simulators } from './simulators.ts'

/** The simulators that come with tracewright, in order of their names. */
export const registry: Registry = registryOf(simulators)
