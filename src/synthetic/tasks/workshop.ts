import { isObject, type JsonObject } from '../../shared/json.ts'
import { rngOf } from '../../shared/rng.ts'
import { registry as shipped } from '../../tools/builtin/registry.ts'
import { type Registry, registryOf } from '../../tools/registry.ts'
import { UnansweredCall } from '../../tools/unanswered-call.ts'
import { World } from '../../tools/world/world.ts'
import { knownCallsOf } from '../audit/known-calls.ts'
import { composeCall } from '../audit/stress/admissible.ts'
import { wireName } from '../simulate/effect.ts'
import { respond } from '../simulate/respond.ts'
import { simulatorsOf } from '../simulate/simulators.ts'
import { givenState, stateOf } from '../simulate/state.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { isAnsweredByHandler } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { ToolSet } from './read-tool-sets.ts'

/** All that it takes to prove tasks of a tool set. */
export interface Workshop {
  readonly set: ToolSet
  readonly toolkit: SyntheticToolkit
  /** The tools that tasks may offer: those that rules and handlers answer entirely in every world. */
  readonly tools: readonly ToolSpec[]
  /**
   * The simulators of the toolkit beside those that come with tracewright, as a run of Vitest serves them. Tasks offer
   * the toolkit's alone; the others only give sabotage something to write with.
   */
  readonly registry: Registry
}

/** Worlds that attempts at a suite run in. */
const WORLDS = 20

/** Whether rules and handler answer calls of a tool in every world: its known calls, and one that is composed. */
function isAnsweredEverywhere(tool: ToolSpec, toolkit: SyntheticToolkit): boolean {
  if (!isAnsweredByHandler(tool)) return false
  const known = knownCallsOf(tool, toolkit)
  for (let seed = 0; seed < WORLDS; seed++) {
    const world = new World(seed)
    const state = stateOf(world, toolkit)
    const calls: JsonObject[] = [
      ...known.map(({ args }) => givenState(toolkit).asIn(world, args)).filter(isObject),
      composeCall({ tool, state, rng: rngOf(seed, 'covered', tool.id) }),
    ]
    try {
      for (const args of calls) respond({ tool: tool.id, args }, toolkit, world)
    } catch (error) {
      if (error instanceof UnansweredCall) return false
      throw error
    }
  }
  return true
}

/** @throws TracewrightError where two tools have one name on the wire */
export const workshopOf = (set: ToolSet, toolkit: SyntheticToolkit): Workshop => ({
  set,
  toolkit,
  tools: toolkit.tools.filter((tool) => isAnsweredEverywhere(tool, toolkit)),
  registry: registryOf([...shipped.values(), ...simulatorsOf(toolkit)]),
})

export const wireNames = (tools: readonly ToolSpec[]): string[] => tools.map(({ name }) => wireName(name))
