import type { AttemptTools, FaultyResult } from '../../schema/tools.ts'
import { isObject, type Json } from '../../shared/json.ts'
import type { Simulator } from '../define-simulator.ts'
import { refuseUnknownTool } from '../execute.ts'
import type { AttackPlan } from '../injections/attack-plan.ts'
import type { Registry } from '../registry.ts'
import { findLiveTool } from '../served.ts'
import type { World } from '../world/world.ts'
import { executeWithFaults, refuseByFault, spoilAnswer } from './execute-with-faults.ts'
import type { FaultPlan } from './fault-plan.ts'

/**
 * The tools of a registry, called in one world.
 *
 * @param plans What goes wrong with calls on purpose, and attacks in their results. Default none.
 */
export function createAttemptTools(
  registry: Registry,
  world: World,
  { faults, attacks }: { faults?: FaultPlan | undefined; attacks?: AttackPlan | undefined } = {},
): AttemptTools {
  const attack = (name: string, id: string, outcome: FaultyResult): FaultyResult => {
    const { result } = outcome
    if (!result.ok || attacks === undefined) return outcome
    return { ...outcome, result: { ...result, output: attacks.attackAnswer(name, id, result.output) } }
  }
  return {
    get: (name) => registry.get(name),
    shown(names) {
      const tools = names.flatMap((name) => registry.get(name) ?? []).filter((tool) => !tool.isLive)
      const described = attacks?.describe(new Map(tools.map(({ name, description }) => [name, description])))
      return tools.map(({ name, description, inputSchema }) => ({
        name,
        description: described?.get(name) ?? description,
        inputSchema,
      }))
    },
    call(name, args, id, floats) {
      const simulator = registry.get(name)
      if (simulator === undefined) return { result: refuseUnknownTool(name) }
      return attack(name, id, executeWithFaults(simulator, args, world, faults, floats))
    },
    openLive(name, id) {
      const tool = findLiveTool(name)
      const planned = faults?.takeNext(tool)
      return {
        effect: tool.isEffectUnknown ? undefined : tool.effect,
        refused: planned && refuseByFault(planned),
        finish(args, result) {
          const isSpoilt = planned !== undefined && result.ok
          return attack(name, id, isSpoilt ? spoilAnswer(tool, args, world, result, planned) : { result })
        },
      }
    },
    recorded: (name, args) => registry.get(name)?.wire?.(args, world),
    needsPreparation: (name) => registry.get(name)?.prepare !== undefined,
    whenPrepared: (name, args, act) => runWhenPrepared(registry.get(name), args, world, act),
  }
}

/** The last call on its way in a world, of those that have to be prepared. */
const queues = new WeakMap<World, Promise<void>>()

/**
 * Runs a call once its simulator is ready for it. Prepared calls of one world run one after another, so that each is
 * prepared for the world that it finds.
 *
 * @param act Executes the call; run at once where nothing has to be prepared
 */
export async function runWhenPrepared<T>(
  simulator: Simulator | undefined,
  args: Json,
  world: World,
  act: () => T,
): Promise<T> {
  if (simulator?.prepare === undefined || !isObject(args)) return act()
  const before = queues.get(world)
  let finishNothing = (): void => {}
  queues.set(
    world,
    new Promise((resolve) => {
      finishNothing = resolve
    }),
  )
  try {
    await before
    await simulator.prepare(args, world)
    return act()
  } finally {
    finishNothing()
  }
}
