import type { Simulator } from './define-simulator.ts'
import { type Registry, registry, registryOf } from './registry.ts'

/** Shared by every copy of this module in a worker: setup file, suite modules and fixtures may be loaded apart. */
const KEY = Symbol.for('tracewright.served')
const holder = globalThis as { [KEY]?: Registry }

/** The simulators that answer in this process: those that come with tracewright, and those of the user. */
export const servedRegistry = (): Registry => holder[KEY] ?? registry

/**
 * Adds simulators of the user to those that come with tracewright, each in the place of one of its name; what was added
 * before goes.
 *
 * @throws TracewrightError where two of them have one name
 */
export function serve(simulators: Iterable<Simulator>): void {
  holder[KEY] = new Map([...registry, ...registryOf(simulators)])
}
