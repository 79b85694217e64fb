import type { Task } from '../../src/schema/task.ts'
import type { Trace } from '../../src/schema/trace.ts'
import { createRng } from '../../src/shared/rng.ts'
import { buildRightTrace } from '../../src/suites/calibration/answer-text.ts'
import { composeTask } from '../../src/suites/generate/compose-task.ts'
import type { Draft, Pattern } from '../../src/suites/generate/pattern.ts'
import { findFlaw } from '../../src/suites/generate/soundness.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { placeInWorld, runReference } from './in-world.ts'

/** A draw of a pattern, with the task that is made of it. */
export function drawDrafts(
  pattern: Pattern,
  i: number,
  worldSeed: number,
  rng = createRng(i, 'sound', pattern.key),
): { draft: Draft; task: Task }[] {
  const draft = pattern.draw(rng)
  if (draft === undefined) return []
  return [{ draft, task: composeTask(pattern, draft, { taskId: `t_${i}`, worldSeed: worldSeed + i, rng }) }]
}

/** The first tasks of a pattern that hold up, among so many draws. */
export function drawSoundTasks(pattern: Pattern, count: number, draws: number, worldSeed: number): Task[] {
  const tasks: Task[] = []
  for (let i = 0; tasks.length < count && i < draws; i++)
    for (const { task } of drawDrafts(pattern, i, worldSeed))
      if (findFlaw(task, registry, { mayBeWeak: pattern.weak }) === undefined) tasks.push(task)
  return tasks
}

/** What an agent does that does exactly what is expected. */
export const buildRightTraceOf = (task: Task): Trace =>
  buildRightTrace(placeInWorld(task).task, runReference(task, registry))
