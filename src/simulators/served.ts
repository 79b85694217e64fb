import type { Simulator } from './define-simulator.ts'
import { type Registry, registry, registryOf } from './registry.ts'

/** Shared by every copy of this module in a worker: setup file, suite modules and fixtures may be loaded apart. */
const KEY = Symbol.for('tracewright.served')
const holder = globalThis as { [KEY]?: Registry }

/** The simulators that answer in this process: those that come with tracewright, and those of the user. */
export const servedRegistry = (): Registry => holder[KEY] ?? registry

/**
 * Adds simulators of the user to those that come with tracewright; what was added before goes.
 *
 * @param recorded Tools of the user that a recording answers for, in place of what comes with tracewright
 * @throws TracewrightError where two have one name
 */
export function serve(simulators: Iterable<Simulator>, recorded: readonly Simulator[] = []): void {
  const replaced = new Set(recorded.map(({ name }) => name))
  const brought = [...registry.values()].filter(({ name }) => !replaced.has(name))
  holder[KEY] = registryOf([...brought, ...simulators, ...recorded])
}
