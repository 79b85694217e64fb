import type { Task } from '../../schema/task.ts'
import type { WrittenTask } from '../../schema/task-in-world.ts'
import { scoreInWorld } from '../../scoring/score.ts'
import { describeThrown } from '../../shared/errors.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import type { Registry } from '../../tools/registry.ts'
import { WORLDS } from '../audit/subject.ts'
import { buildRightTrace } from '../calibration/answer-text.ts'
import { findSchemaProblems } from '../load/check/check-suite.ts'
import { parseTask } from '../load/parse-task.ts'

export function loadProblem(task: Task, registry: Registry): string | undefined {
  const parsed = parseTask(task)
  const [problem] = 'problems' in parsed ? parsed.problems : findSchemaProblems([{ line: 1, task }], registry)
  return problem && `it does not load: ${problem.field}: ${problem.message}`
}

/** Why a task is not one that its own trace solves in 20 worlds, from its own seed on; undefined where it is. */
export function explainUnsolved(task: WrittenTask, registry: Registry): string | undefined {
  const worlds = openWorlds(task, registry)
  const { seed } = worlds
  for (let i = 0; i < WORLDS; i++) {
    try {
      const there = worlds.in(seed + i)
      const { solved, score, reason } = scoreInWorld(
        there,
        buildRightTrace(there.task, worlds.reference(seed + i)),
      )
      if (!solved || score < 1)
        return `in world ${seed + i} its expected trace does not solve it: ${reason ?? score}`
    } catch (error) {
      return `in world ${seed + i} its expected trace does not run: ${describeThrown(error)}`
    }
  }
  return undefined
}
