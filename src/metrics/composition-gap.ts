import type { Summary } from '../schema/summary.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import { clusterInterval } from './resample.ts'
import { mean } from './weakest-tool-gap.ts'

/** Attempts, and how many of them solved the task. */
export interface AttemptCounts {
  /** Attempts that solved the task. */
  successes: number
  /** All attempts that were scored. */
  attempts: number
}

/** A task, and its steps tried one at a time. */
export interface ProbedTask {
  /** Id of the task. */
  task_id: string
  /** Level of the task. */
  level: Level
  /** Pattern that it was made from; left out where none is known. */
  pattern?: string | undefined
  /** Attempts at the whole task. */
  whole: AttemptCounts
  /** Attempts at each step alone: its arguments stated, the world as it is just before the step. */
  steps: readonly AttemptCounts[]
}

/** How much less often composed tasks are solved than their steps predict; a share from -1 to 1. */
export type CompositionGap = NonNullable<Summary['composition_gap']>

/** Patterns from which on whole patterns are resampled; with fewer, tasks are. */
const MIN_PATTERNS = 10

function rate({ successes, attempts }: AttemptCounts, task_id: string): number {
  const whole = Number.isSafeInteger(successes) && Number.isSafeInteger(attempts)
  if (whole && attempts > 0 && successes >= 0 && successes <= attempts) return successes / attempts
  throw new RangeError(
    `Failed to measure the composition gap: ${task_id} has ${successes} of ${attempts} attempts solved. ` +
      'Give at least one attempt of the task and of each of its steps.',
  )
}

/** Solved rate that the steps of a task predict: the product of theirs. */
function predictRate({ task_id, steps }: ProbedTask): number {
  if (steps.length === 0) {
    throw new RangeError(`Failed to measure the composition gap: ${task_id} has no steps. Set \`probes\`.`)
  }
  return steps.reduce((product, step) => product * rate(step, task_id), 1)
}

/** The solved rate that the steps of a task predict, minus its own solved rate. */
export const computeTaskGap = (task: ProbedTask): number => predictRate(task) - rate(task.whole, task.task_id)

function summarizeGaps(tasks: readonly ProbedTask[], seed: number): CompositionGap['overall'] {
  const gaps = tasks.map(computeTaskGap)
  const clusters = new Map<string, number[]>()
  tasks.forEach(({ pattern, task_id }, i) => {
    const name = pattern === undefined ? `task ${task_id}` : `pattern ${pattern}`
    clusters.set(name, [...(clusters.get(name) ?? []), gaps[i] as number])
  })
  const units = clusters.size >= MIN_PATTERNS ? [...clusters.values()] : gaps.map((gap) => [gap])
  return {
    tasks: tasks.length,
    gap: mean(gaps),
    predicted: mean(tasks.map(predictRate)),
    steps_solved: mean(tasks.flatMap(({ task_id, steps }) => steps.map((step) => rate(step, task_id)))),
    interval: clusterInterval(units, seed),
  }
}

/**
 * Composition gap against a task's own steps: 0 where the agent does a task as often as it would if composing cost
 * nothing. With the interval at .95 of 2,000 resamples of whole patterns, or of tasks under ten patterns; a task
 * without a pattern counts as a pattern of its own.
 *
 * @throws RangeError without a task, or for a task without attempts or steps
 */
export function compositionGap(tasks: readonly ProbedTask[], seed: number): CompositionGap {
  if (tasks.length === 0) {
    throw new RangeError('Failed to measure the composition gap: no task was given. Give at least one.')
  }
  const levels: CompositionGap['levels'] = {}
  for (const level of LEVELS) {
    const levelTasks = tasks.filter((task) => task.level === level)
    if (levelTasks.length > 0) levels[level] = summarizeGaps(levelTasks, seed)
  }
  return { overall: summarizeGaps(tasks, seed), levels }
}
