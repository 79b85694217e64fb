import type { AttemptContext } from '../../network/context.ts'
import { ToolAddress } from '../../network/tool-address.ts'
import type { FaultRule } from '../../schema/fault.ts'
import type { InjectionRule } from '../../schema/injection.ts'
import type { Task } from '../../schema/task.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import type { Trace } from '../../schema/trace.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import { openWorld } from '../../tasks/world-state.ts'
import { createAttemptTools } from '../../tools/faults/attempt-tools.ts'
import { FaultPlan } from '../../tools/faults/fault-plan.ts'
import { checkFaults } from '../../tools/faults/with-faults.ts'
import { AttackPlan, checkInjections } from '../../tools/injections/attack-plan.ts'
import type { Registry } from '../../tools/registry.ts'
import { checkRuleTools } from '../../tools/rule-tools.ts'
import type { World } from '../../tools/world/world.ts'
import { Recorder } from '../../trace/recorder.ts'

/** What an attempt needs of a task. Calibration agents need the whole one, in its world. */
export type TaskRequest = Pick<
  Task,
  'task_id' | 'prompt' | 'turns' | 'available_tools' | 'world' | 'faults' | 'injections'
>

/** What an attempt adds to its task. */
export interface AttemptPlans extends Pick<AttemptContext, 'traffic' | 'upstream'> {
  /** What goes wrong with calls on purpose, in place of the faults of the task. */
  faults?: readonly FaultRule[] | undefined
  /** Attacks that the agent is shown, in place of those of the task. */
  injections?: readonly InjectionRule[] | undefined
}

export interface OpenAttempt {
  /** The prompt for the agent. */
  task: TaskRequest
  /** The task in the world; undefined for a request without an expected trace. */
  here: TaskInWorld | undefined
  world: World
  /** Undefined without attacks. */
  attacks: AttackPlan | undefined
  context: AttemptContext
}

/**
 * Puts an attempt together: the world with the state of the task, the tools with faults and attacks, and the recorder.
 *
 * @param world A world to act on, or the seed of a new one
 * @param plans Undefined for an attempt that shows what is right: no fault befalls its calls, and no attack is placed
 * @throws TracewrightError for faults or attacks that are not well formed, ExpansionError where the task has no expected
 * trace in the world
 */
export function openAttempt(
  asked: TaskRequest | TaskInWorld<Registry>,
  world: World | number,
  registry: Registry,
  plans?: AttemptPlans,
): OpenAttempt {
  const given = 'written' in asked ? asked.task : asked
  const opened = typeof world === 'number' ? openWorld(given, world, registry) : world
  const { seed } = opened
  const here = 'written' in asked ? asked : placeTask(given, seed, registry)
  const task = here?.task ?? given
  const faults = plans && createFaultPlan(plans.faults ?? task.faults, seed, task.prompt, registry)
  const attacks = plans && createAttackPlan(plans.injections ?? task.injections, task, seed, registry)
  const { traffic, upstream } = plans ?? {}
  const context = {
    name: task.task_id,
    offered: task.available_tools,
    tools: createAttemptTools(registry, opened, { faults, attacks }),
    recorder: new Recorder((id) => traffic?.callEnded?.(id)),
    address: new ToolAddress(),
    refused: [],
    traffic,
    upstream,
  }
  return { task, here, world: opened, attacks, context }
}

const placeTask = (given: TaskRequest, seed: number, registry: Registry): TaskInWorld | undefined =>
  'expected_trace' in given ? openWorlds(given as Task, registry).in(seed) : undefined

/** The field of a trace for the attacks that the agent was shown. */
export const readAttacks = (attacks: AttackPlan | undefined): Pick<Trace, 'attacks'> =>
  attacks === undefined || attacks.placed.length === 0 ? {} : { attacks: [...attacks.placed] }

/** A plan without rules still counts: simulators may have faults of their own. */
function createFaultPlan(
  rules: readonly FaultRule[] = [],
  seed: number,
  prompt: string,
  registry: Registry,
): FaultPlan {
  if (rules.length === 0) return new FaultPlan(rules, seed, prompt)
  const checked = checkFaults(rules)
  checkRuleTools('faults', checked, registry.keys())
  return new FaultPlan(checked, seed, prompt)
}

function createAttackPlan(
  rules: readonly InjectionRule[] = [],
  { prompt, available_tools: offered }: TaskRequest,
  seed: number,
  registry: Registry,
): AttackPlan | undefined {
  if (rules.length === 0) return undefined
  const checked = checkInjections(rules)
  checkRuleTools('injections', checked, registry.keys())
  return new AttackPlan(checked, { seed, prompt, offered, registry })
}
