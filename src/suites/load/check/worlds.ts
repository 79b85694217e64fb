import { findFlip, listSeeds } from '../../../run/worlds.ts'
import type { Task } from '../../../schema/task.ts'
import type { Flip, WrittenTask } from '../../../schema/task-in-world.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { openWorlds } from '../../../tasks/task-worlds.ts'
import { describeUnreadStore } from '../../../tasks/world-state.ts'
import type { Registry } from '../../../tools/registry.ts'
import type { TaskProblem } from '../suite-error.ts'

function describeFlip({ faults }: Task, seed: number, { asked, shown }: Flip): TaskProblem {
  const [field, what] = faults === undefined ? ['injections', 'an attack'] : ['faults', 'a fault']
  const message = `in world ${seed} ${what} turns "${asked}" into "${shown}"; apply it to a call that no condition uses`
  return { field, message }
}

/** Faults and attacks that let a function decide otherwise than its world, in the first world where they do. */
export async function findCodeFlips(task: WrittenTask, registry: Registry): Promise<TaskProblem[]> {
  if ((task.faults ?? []).length + (task.injections ?? []).length === 0) return []
  const worlds = openWorlds(task, registry)
  await worlds.prepare()
  for (const seed of listSeeds(task, registry)) {
    const here = worlds.find(seed)
    const flip = here && (await findFlip(here))
    if (flip !== undefined) return [describeFlip(task, seed, flip)]
  }
  return []
}

/** Why the end state of a task cannot be graded: live tools keep theirs in no store of the world. */
export function findLiveState(
  { expected_state, grade, available_tools }: Task,
  registry: Registry,
): TaskProblem[] {
  const live = available_tools.find((name) => registry.get(name)?.isLive)
  const field = expected_state === undefined ? grade && 'grade' : 'expected_state'
  if (live === undefined || field === undefined) return []
  const message = `${live} runs live, and keeps its data in no store of the world. Leave \`${field}\` out, and export \`state()\` from the agent's entry: node_modules/tracewright/docs/guides/agent-with-own-tools.md#data-that-are-put-back`
  return [{ field, message }]
}

/** Stores that a fixed trace gives records for and that none of its steps reads, or why it does not go through with them. */
export function findStateProblems(task: WrittenTask, registry: Registry): TaskProblem[] {
  if (Object.keys(task.world?.state ?? {}).length === 0) return []
  const [seed] = listSeeds(task, registry)
  try {
    const { unreadState, readStores } = openWorlds(task, registry).reference(seed).world
    return unreadState.map((store) => ({
      field: `world.state.${store}`,
      message: describeUnreadStore(store, readStores),
    }))
  } catch (error) {
    if (!(error instanceof TracewrightError)) throw error
    return [{ field: 'expected_trace', message: error.message }]
  }
}
