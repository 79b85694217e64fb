import { isBudgetSpent } from '../../models/limits.ts'
import { messageOf } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { World } from '../../world/world.ts'
import type { SyntheticResponse } from '../simulate/response.ts'
import { stateOf, stateStore } from '../simulate/state.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { States } from './checks/state.ts'
import { type Observed, observedOf } from './observed.ts'
import type { StressTest } from './stress/stress-test.ts'

/** What is audited: anything that answers calls. `attempt` counts from 1 how often the same call is asked. */
export type TestedResponder = (
  call: { tool: string; args: JsonObject },
  toolkit: SyntheticToolkit,
  world: World,
  attempt?: number,
) => SyntheticResponse | Promise<SyntheticResponse>

/** What came back, or why nothing did; and whether asking anew can give another answer. */
export interface AuditTrial {
  readonly observed?: Observed
  readonly error?: string
  readonly states: States
  readonly mayDiffer: boolean
}

/** Asks a stress test in a world of its own. A state of the test is that of an earlier change, made in the world. */
export async function tryTest(
  { args, state }: StressTest,
  tool: ToolSpec,
  toolkit: SyntheticToolkit,
  responder: TestedResponder,
  { seed, attempt }: { seed: number; attempt: number },
): Promise<AuditTrial> {
  const world = new World(seed)
  const store = stateStore(world, toolkit)
  for (const [name, value] of Object.entries(state ?? {})) store.set(name, structuredClone(value))
  const before = structuredClone(stateOf(world, toolkit))
  let mayDiffer = false
  try {
    const answer = responder({ tool: tool.id, args: structuredClone(args) }, toolkit, world, attempt)
    mayDiffer = answer instanceof Promise
    const observed = observedOf(await answer)
    return { observed, states: { before, after: structuredClone(stateOf(world, toolkit)) }, mayDiffer }
  } catch (error) {
    if (isBudgetSpent(error)) throw error
    return { error: messageOf(error), states: { before, after: before }, mayDiffer }
  }
}
