import {
  findExpandable,
  findFlip,
  findFlippedBranch,
  findLargestExpansion,
  listSeeds,
} from '../../../run/worlds.ts'
import { listStepsReadBy, readBindingKey } from '../../../schema/binding.ts'
import { isBranches } from '../../../schema/condition.ts'
import type { Step, Task } from '../../../schema/task.ts'
import type { Flip, WrittenTask } from '../../../schema/task-in-world.ts'
import type { Json } from '../../../shared/json.ts'
import { ExpansionError, runIfExpandable } from '../../../tasks/expansion-error.ts'
import { openWorlds, type TaskWorlds } from '../../../tasks/task-worlds.ts'
import { describeUnreadStore } from '../../../tasks/world-state.ts'
import type { Registry } from '../../../tools/registry.ts'
import { listParts } from '../nodes.ts'
import type { TaskProblem } from '../suite-error.ts'
import { findLevelProblem } from './level-shape.ts'

/** What the calls of a step may be although it passes: what comes of a write then depends on the agent's wording. */
const isInexact = (args: Json): boolean =>
  listParts(args).some(({ value }) =>
    ['$text', '$template', '$any', '$oneOf', '$optional'].includes(readBindingKey(value) ?? ''),
  )

/** What a part of a task decides by: its conditions and the lists that it goes through. */
const listDecidingParts = (whole: Json): Json[] =>
  listParts(whole).flatMap(({ value }) => {
    if (!['$find', '$all'].includes(readBindingKey(value) ?? '')) return []
    const { where, $find, $all } = value as Record<string, Json | undefined>
    return [where, $find, $all].flatMap((part) => part ?? [])
  })

/** Writes that something is decided by and whose arguments are not graded exactly. */
function writeProblems(
  { expected_trace: { steps }, expected_final_answer: answer = null }: Task,
  registry: Registry,
) {
  const byId = new Map(steps.map((step) => [step.step_id, step]))
  const isLoose = (step: Step | undefined): boolean =>
    step !== undefined &&
    (registry.get(step.tool_name)?.effect ?? 'read') !== 'read' &&
    isInexact(step.arguments)
  const findConditionProblems = (field: string, parts: readonly Json[]): TaskProblem[] =>
    listStepsReadBy([...parts])
      .filter((id) => isLoose(byId.get(id)))
      .map((id) => ({
        field,
        message: `its condition depends on the write "${id}", whose text arguments an agent may word differently; grade them exactly`,
      }))
  return [
    ...steps.flatMap(({ when, each, arguments: args }, i) =>
      findConditionProblems(`expected_trace.steps.${i}`, [
        ...(when === undefined ? [] : [when]),
        ...(each === undefined ? [] : [each as Json]),
        ...listDecidingParts(args),
      ]),
    ),
    ...findConditionProblems('expected_final_answer', [
      ...(isBranches(answer) ? answer.map(({ when }) => when) : []),
      ...listDecidingParts(answer),
    ]),
  ]
}

/** Faults and attacks that let a condition come out otherwise than the reference run says, in the first world where they do. */
function flipProblems(worlds: TaskWorlds<Registry>, seeds: readonly number[]): TaskProblem[] {
  const { written: task, isDependent } = worlds
  if (!isDependent || (task.faults ?? []).length + (task.injections ?? []).length === 0) return []
  for (const seed of seeds) {
    const here = worlds.find(seed)
    const shown = here && findFlippedBranch(here)
    if (here !== undefined && shown !== undefined)
      return [describeFlip(task, seed, { asked: here.expansion?.branch ?? '', shown })]
  }
  return []
}

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
  const message = `${live} runs live, and keeps its data in no store of the world. Leave \`${field}\` out, and export \`state()\` from the agent's entry: node_modules/tracewright/docs/guides/my-tools.md#data-that-are-put-back`
  return [{ field, message }]
}

function locateExpansionError(
  { expected_trace: { steps } }: Task,
  { field, reason }: ExpansionError,
): TaskProblem {
  const at = steps.findIndex(({ step_id }) => field === step_id || field.startsWith(`${step_id}.`))
  return at < 0
    ? { field, message: reason }
    : { field: `expected_trace.steps.${at}${field.slice(steps[at]?.step_id.length)}`, message: reason }
}

/**
 * What is wrong with a task that depends on its world, or gives it a state. It has an expected trace in none of its
 * worlds, its level fits it in none of them, a fault decides otherwise, or nothing reads what it gives.
 */
export function findWorldProblems(task: WrittenTask, registry: Registry): TaskProblem[] {
  const state = Object.keys(task.world?.state ?? {})
  const worlds = openWorlds(task, registry)
  if (!worlds.isDependent && state.length === 0) return []
  const seeds = listSeeds(task, registry)
  try {
    const { seed } = findExpandable(worlds, seeds[0] as number)
    const here = worlds.readExpansion(seed)
    const misfit =
      worlds.isDependent && !fitsIn(seeds, worlds)
        ? findLevelProblem(task.level, findLargestExpansion(worlds).expected_trace)
        : undefined
    const isRead = (store: string, at: number): boolean =>
      runIfExpandable(() => worlds.readExpansion(at))?.unreadState.includes(store) === false
    const unread = here.unreadState.filter((store) => !seeds.some((at) => isRead(store, at)))
    return [
      ...writeProblems(task, registry),
      ...(misfit !== undefined ? [{ field: 'level', message: misfit }] : []),
      ...flipProblems(worlds, seeds),
      ...unread.map((store) => ({
        field: `world.state.${store}`,
        message: describeUnreadStore(store, here.readStores),
      })),
    ]
  } catch (error) {
    if (!(error instanceof ExpansionError)) throw error
    const { field, message } = locateExpansionError(task, error)
    const where = seeds.length === 1 ? `world ${seeds[0]}` : `the worlds ${seeds[0]} to ${seeds.at(-1)}`
    return [{ field, message: `${message}; the task has no expected trace in ${where}` }]
  }
}

/**
 * Whether the level of a task fits it in one of its worlds. The audit asks for the level of the largest expansion; loading
 * expands no more worlds than it must.
 */
const fitsIn = (seeds: readonly number[], worlds: TaskWorlds<Registry>): boolean =>
  seeds.some((at) => {
    const trace = worlds.find(at)?.task.expected_trace ?? { steps: [] }
    return trace.steps.length > 0 && findLevelProblem(worlds.written.level, trace) === undefined
  })
