import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from '../schema/run.ts'
import { type Task, taskSchema } from '../schema/task.ts'
import type { Trace } from '../schema/trace.ts'
import { TracewrightError } from '../shared/errors.ts'
import { resolveBelow } from '../shared/resolve-below.ts'
import { loadTraces } from '../trace/load.ts'

/** A run with the folder of its document and traces. */
export interface StoredRun {
  run: Run
  dir: string
}

export const buildAttemptName = (
  { project, suite, task_id, agent }: Pick<Trace, 'project' | 'suite' | 'task_id' | 'agent'>,
  attempt: number,
): string => JSON.stringify([project ?? '', suite ?? '', task_id, agent ?? '', attempt])

export function readTraces({ run, dir }: StoredRun): Map<string, Trace> {
  const found = new Map<string, Trace>()
  if (run.cases.every(({ attempts = [] }) => attempts.length === 0)) return found
  for (const file of run.traces) {
    const path = join(dir, file)
    if (!existsSync(path) || resolveBelow(dir, file) === undefined) {
      throw new TracewrightError(
        `Failed to read the run: its traces ${path} are missing. Keep both files together, or run the suite again.`,
      )
    }
    for (const { trace } of loadTraces(path)) {
      const name = buildAttemptName(trace, trace.attempt)
      if (!found.has(name)) found.set(name, trace)
    }
  }
  for (const item of run.cases)
    for (const { attempt, outcome } of item.attempts ?? [])
      if (outcome === 'scored' && !found.has(buildAttemptName(item, attempt)))
        throw new TracewrightError(
          `Failed to read the run: the trace of attempt ${attempt + 1} at ${item.task_id} is not in ${run.traces.join(', ')}. Keep run.json and its traces together.`,
        )
  return found
}

/**
 * The tasks of a run whose suite is code, as its attempts met them: nobody who reads a run runs what its suite holds. One
 * that was not attempted is shown without its steps.
 *
 * @param suite Name of the suite as the run has it
 */
export function listStoredTasks(runs: readonly StoredRun[], suite: string): { line: number; task: Task }[] {
  const found = new Map<string, { line: number; task: Task }>()
  for (const stored of runs) {
    const traces = readTraces(stored)
    for (const item of stored.run.cases.filter((one) => one.suite === suite)) {
      const expected = (item.attempts ?? []).map(
        ({ attempt }) => traces.get(buildAttemptName(item, attempt))?.expected,
      )
      const [task] = expected.flatMap((one) => parseExpected(one) ?? [])
      if (task !== undefined || !found.has(item.task_id))
        found.set(item.task_id, { line: item.line, task: task ?? createUnknownTask(item) })
    }
  }
  return [...found.values()]
}

/** The task that a trace was judged by; undefined for one that says none, or none that is a task. */
export function parseExpected(expected: Trace['expected']): Task | undefined {
  const parsed = expected === undefined ? undefined : taskSchema().safeParse(expected)
  return parsed?.success === true ? parsed.data : undefined
}

const createUnknownTask = ({ task_id, level = 'L0_node' }: Run['cases'][number]): Task => ({
  task_id,
  level,
  prompt: 'not stored: the task was not attempted',
  available_tools: [],
  expected_trace: { steps: [] },
})
