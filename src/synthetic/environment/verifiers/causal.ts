import type { TaskScore } from '../../../schema/score.ts'
import type { ExpectedTrace, Task } from '../../../schema/task.ts'
import type { Trace } from '../../../schema/trace.ts'
import { goldRun } from '../../../scoring/gold-run.ts'
import { scoreTrace } from '../../../scoring/score.ts'
import type { Registry } from '../../../simulators/registry.ts'
import { World } from '../../../world/world.ts'
import type { SubmittedAttempt } from '../attempt.ts'
import { differences, endAsGiven } from '../end-state.ts'
import { executeAttempt } from '../execute-attempt.ts'

/** What the causal verifier found. */
export interface CausalVerdict {
  correct: boolean
  /** The attempt as it ran in its fork. */
  trace: Trace
  score: TaskScore
  /** Where the end state is not the golden one, as `store/key`; empty where the score is no full one. */
  end: string[]
}

function judge(
  task: Task,
  expected: ExpectedTrace,
  trace: Trace,
  end: World,
  registry: Registry,
): CausalVerdict {
  const { alternatives: _, ...rest } = task
  const alone: Task = { ...rest, expected_trace: expected }
  const score = scoreTrace(alone, trace, registry)
  if (!score.solved) return { correct: false, trace, score, end: [] }
  const missed = differences(goldRun(alone, registry).world, end)
  if (missed.length === 0) return { correct: true, trace, score, end: [] }
  const callOf = (stepId: string) => {
    const id = score.steps.find(({ step_id }) => step_id === stepId)?.call
    return trace.calls.find((call) => call.id === id)
  }
  const given = differences(endAsGiven(expected, callOf, registry, end.seed), end)
  return { correct: given.length === 0, trace, score, end: given }
}

/**
 * Verifies an attempt by what it does; docs/scoring.md#environment-verifiers. It runs in a fresh world of the task's seed, and is
 * correct when it holds every golden call by the equality of docs/scoring.md#equality, in the order of the dependencies, commits
 * nothing beyond the golden effects, reads within the allowance, and leaves the world as the golden calls do. Where
 * the task lists alternatives, one of them is enough.
 *
 * @throws TracewrightError where the golden calls themselves cannot run
 */
export function verifyCausally(attempt: SubmittedAttempt, task: Task, registry: Registry): CausalVerdict {
  const world = new World(task.world?.seed ?? 0)
  const trace = executeAttempt(attempt, task.task_id, registry, world)
  const verdicts = [task.expected_trace, ...(task.alternatives ?? [])].map((expected) =>
    judge(task, expected, trace, world, registry),
  )
  return verdicts.reduce((best, verdict) => {
    if (verdict.correct !== best.correct) return verdict.correct ? verdict : best
    return verdict.score.score > best.score.score ? verdict : best
  })
}
