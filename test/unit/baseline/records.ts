import type { Attempt, GateTask } from '../../../src/baseline/attempt.ts'
import { BASELINE_FORMAT, type Baseline, type BaselineTask } from '../../../src/schema/baseline.ts'
import type { Level } from '../../../src/schema/task.ts'

/** Task number i, its key sorted by number. */
export const task = (i: number, level: Level = 'L0_node'): GateTask => ({
  key: i.toString(16).padStart(64, '0'),
  task_id: `task_${i}`,
  level,
})

/** Tasks 0 .. count - 1, half of them of level 0, half of level 3. */
export const suiteOf = (count: number): GateTask[] =>
  Array.from({ length: count }, (_, i) => task(i, i < count / 2 ? 'L0_node' : 'L3_dag'))

export const record = (
  { task_id, level }: GateTask,
  successes: number,
  attempts: number,
  more: Partial<BaselineTask> = {},
): BaselineTask => ({ task_id, level, successes, attempts, origin: { runs: ['first'] }, ...more })

/** A baseline of tasks that were all solved in so many attempts. */
export const baselineOf = (tasks: readonly GateTask[], attempts = 20, solved = attempts): Baseline => ({
  format: BASELINE_FORMAT,
  suite: 'example',
  agent: 'me',
  tasks: Object.fromEntries(tasks.map((own) => [own.key, record(own, solved, attempts)])),
})

/** A baseline with another record of task number i. */
export const withRecord = (
  baseline: Baseline,
  i: number,
  ...counts: [number, number, Partial<BaselineTask>?]
) => ({
  ...baseline,
  tasks: { ...baseline.tasks, [task(i).key]: record(task(i), ...counts) },
})

/** n attempts at each task; those in `failing` fail, those in `errored` meet no model. */
export const attemptsAt = (
  tasks: readonly GateTask[],
  {
    n = 1,
    failing = [],
    errored = [],
  }: { n?: number; failing?: readonly number[]; errored?: readonly number[] } = {},
): Attempt[] =>
  tasks.flatMap((own) => {
    const is = (numbers: readonly number[]): boolean => numbers.some((i) => task(i).key === own.key)
    const outcome = is(errored) ? 'errored' : is(failing) ? 'failed' : 'solved'
    return Array.from({ length: n }, () => ({ ...own, outcome }) as const)
  })
