import { listSources } from '../../schema/binding.ts'
import { LEVELS, type Step, type Task } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import type { Registry } from '../../tools/registry.ts'
import type { AuditFinding } from '../audit/audit-suite.ts'
import { findStrictLevelProblem } from '../load/check/level-shape.ts'
import { bindTask, type Untraced } from './bind/bind-suite.ts'
import { explainUnsolved, loadProblem } from './unsolved-reason.ts'

const UNPUBLISHED_WORLD = 1

/** What was done to a task, or why it was left out, in words. */
export interface RepairedTask {
  /** Id of the task. */
  task_id: string
  /** What was done, or why it was left out. */
  what: string
}

interface Repair {
  task: Task
  changes: readonly string[]
}

function bindFrozen(
  { task, changes }: Repair,
  registry: Registry,
): Repair & { untraced: readonly Untraced[] } {
  const { task: traced, bound, untraced } = bindTask(task, registry, { answers: true })
  if (bound === 0) return { task, changes, untraced }
  const what = `${bound} frozen values bound to results of earlier steps`
  return { task: traced, changes: [...changes, what], untraced }
}

/** Takes away dependencies over which nothing flows, but for those of steps whose values are ambiguous. */
function dropEmptyEdges({ task, changes }: Repair, ambiguous: ReadonlySet<string>): Repair {
  const dropped: string[] = []
  const steps = task.expected_trace.steps.map((step): Step => {
    if (step.order === true || ambiguous.has(step.step_id)) return step
    const taken = new Set(listSources(step.arguments).map(({ $from }) => $from))
    const empty = step.depends_on.filter((id) => !taken.has(id))
    dropped.push(
      ...empty.map((id) => `${step.step_id} no longer depends on ${id}, whose values it does not use`),
    )
    return empty.length === 0 ? step : { ...step, depends_on: step.depends_on.filter((id) => taken.has(id)) }
  })
  if (dropped.length === 0) return { task, changes }
  return {
    task: { ...task, expected_trace: { ...task.expected_trace, steps } },
    changes: [...changes, ...dropped],
  }
}

/** Moves a task out of the published world, whose numbers are small and known, where its values are bound now. */
function moveWorld({ task, changes }: Repair, registry: Registry): Repair {
  const isBound = task.expected_trace.steps.some((step) => listSources(step.arguments).length > 0)
  if (!isBound || (task.world?.seed ?? 0) !== 0) return { task, changes }
  const moved = { ...task, world: { seed: UNPUBLISHED_WORLD } }
  if (explainUnsolved(moved, registry) !== undefined) return { task, changes }
  const what = `runs in world ${UNPUBLISHED_WORLD}, whose values are not published`
  return { task: moved, changes: [...changes, what] }
}

/**
 * The level that the graph has, where a repair changed the graph. A level that did not fit before is a conflict: the
 * trace may have a step too many.
 */
function fitLevel({ task, changes }: Repair, before: Task): Repair {
  const isMisfit = (one: Task): boolean => findStrictLevelProblem(one) !== undefined
  if (!isMisfit(task) || isMisfit(before)) return { task, changes }
  const level = LEVELS.find((one) => !isMisfit({ ...task, level: one }))
  if (level === undefined) return { task, changes }
  const what = `its level changed from ${task.level} to ${level} with its dependencies`
  return { task: { ...task, level }, changes: [...changes, what] }
}

/** What can be proved of a task; the task as it was where its own trace does not solve the repaired one in 20 worlds. */
function repairTask(task: Task, registry: Registry): Repair {
  const untouched: Repair = { task, changes: [] }
  try {
    openWorlds(task, registry).reference()
  } catch {
    return untouched
  }
  const bound = bindFrozen(untouched, registry)
  const ambiguous = new Set(bound.untraced.map(({ step_id }) => step_id))
  const repaired = fitLevel(moveWorld(dropEmptyEdges(bound, ambiguous), registry), task)
  if (repaired.changes.length === 0) return untouched
  const isWhole =
    (loadProblem(repaired.task, registry) ?? explainUnsolved(repaired.task, registry)) === undefined
  return isWhole ? repaired : untouched
}

/** What an audit holds against a task. */
type Held = Pick<AuditFinding, 'task_id' | 'rule' | 'detail'>

/**
 * Repairs what can be proved: frozen values are bound, dependencies over which nothing flows go. Every change is named. A
 * repair that its own trace does not solve in 20 worlds, or that does not load, is not made. A task that does not load
 * itself is left out, and named too. What remains is a conflict between prompt and trace that a person decides; see
 * {@link markConflicts}.
 *
 * @param findings What an audit found: a task without a finding stays as it is, the same object. By default every task is
 * repaired.
 */
export function repairSuite(
  tasks: readonly Task[],
  registry: Registry,
  findings?: readonly Pick<Held, 'task_id'>[],
): { tasks: Task[]; changes: RepairedTask[] } {
  const broken = findings && new Set(findings.map(({ task_id }) => task_id))
  const repairedTasks: Task[] = []
  const changes: RepairedTask[] = []
  for (const task of tasks) {
    const { task_id } = task
    const problem = loadProblem(task, registry)
    if (problem !== undefined) {
      changes.push({ task_id, what: `left out: ${problem}` })
      continue
    }
    const repaired = broken?.has(task_id) === false ? { task, changes: [] } : repairTask(task, registry)
    repairedTasks.push(repaired.task)
    changes.push(...repaired.changes.map((what) => ({ task_id, what })))
  }
  return { tasks: repairedTasks, changes }
}

const MAX_CONFLICTS = 3

/** Marks tasks that an audit still holds something against as `todo`, with the conflict; they are not run. */
export function markConflicts(tasks: readonly Task[], findings: readonly Held[]): Task[] {
  const byTask = groupBy(findings, ({ task_id }) => task_id)
  return tasks.map((task) => {
    const conflicts = byTask.get(task.task_id)?.map(({ rule, detail }) => `[${rule}] ${detail}`)
    if (conflicts === undefined || task.todo !== undefined) return task
    const shown = conflicts.slice(0, MAX_CONFLICTS).join('; ')
    return { ...task, todo: `${shown}. Edit the task, then remove "todo".` }
  })
}
