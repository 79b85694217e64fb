import type { Task } from '../../schema/task.ts'
import { referenceRun } from '../../scoring/reference-run.ts'
import { scoreTrace } from '../../scoring/score.ts'
import { messageOf } from '../../shared/errors.ts'
import type { Registry } from '../../tools/registry.ts'
import { answerTextOf } from '../calibration/answer-text.ts'
import { schemaProblems } from '../load/check/check-suite.ts'
import { parseTask } from '../load/parse-task.ts'

/** Worlds, from the task's own seed on, in which a repaired task has to be solved. */
const WORLDS = 20

export function loadProblem(task: Task, registry: Registry): string | undefined {
  const parsed = parseTask(task)
  const [problem] = 'problems' in parsed ? parsed.problems : schemaProblems([{ line: 1, task }], registry)
  return problem && `it does not load: ${problem.field}: ${problem.message}`
}

/** Why a task is not one that its own trace solves in 20 worlds; undefined where it is. */
export function unsolvedReason(task: Task, registry: Registry): string | undefined {
  const seed = task.world?.seed ?? 0
  for (let i = 0; i < WORLDS; i++) {
    const there = { ...task, world: { ...task.world, seed: seed + i } }
    try {
      const { calls, outputOf } = referenceRun(there, registry)
      const trace = { task_id: task.task_id, calls, final_answer: answerTextOf(there, outputOf), attempt: 0 }
      const { solved, score, reason } = scoreTrace(there, trace, registry)
      if (!solved || score < 1)
        return `in world ${seed + i} its expected trace does not solve it: ${reason ?? score}`
    } catch (error) {
      return `in world ${seed + i} its expected trace does not run: ${messageOf(error)}`
    }
  }
  return undefined
}
