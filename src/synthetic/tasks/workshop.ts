import { type Registry, registryOf, registry as shipped } from '../../simulators/registry.ts'
import { simulatorsOf } from '../simulate/simulators.ts'
import { wireName } from '../simulate/wire-name.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { ToolSet } from './tool-set.ts'

/** All that it takes to prove tasks of a tool set. */
export interface Workshop {
  readonly set: ToolSet
  readonly toolkit: SyntheticToolkit
  readonly tools: readonly ToolSpec[]
  /**
   * The simulators of the toolkit beside those that come with tracewright, as a run of Vitest serves them. Tasks offer
   * the toolkit's alone; the others only give sabotage something to write with.
   */
  readonly registry: Registry
}

/** @throws TracewrightError where two tools have one name on the wire */
export const workshopOf = (set: ToolSet, toolkit: SyntheticToolkit): Workshop => ({
  set,
  toolkit,
  tools: toolkit.tools,
  registry: registryOf([...shipped.values(), ...simulatorsOf(toolkit)]),
})

export const wireNames = (tools: readonly ToolSpec[]): string[] => tools.map(({ name }) => wireName(name))
