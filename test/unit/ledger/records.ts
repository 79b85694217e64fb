import type { Attempt, GateTask } from '../../../src/ledger/attempt.ts'
import { LEDGER_FORMAT, type Ledger, type LedgerTask } from '../../../src/schema/ledger.ts'
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
  more: Partial<LedgerTask> = {},
): LedgerTask => ({ task_id, level, successes, attempts, provenance: { runs: ['first'] }, ...more })

/** A ledger of tasks that were all solved in so many attempts. */
export const ledgerOf = (tasks: readonly GateTask[], attempts = 20, solved = attempts): Ledger => ({
  format: LEDGER_FORMAT,
  suite: 'example',
  agent: 'me',
  tasks: Object.fromEntries(tasks.map((own) => [own.key, record(own, solved, attempts)])),
})

/** A ledger with another record of task number i. */
export const withRecord = (ledger: Ledger, i: number, ...counts: [number, number, Partial<LedgerTask>?]) => ({
  ...ledger,
  tasks: { ...ledger.tasks, [task(i).key]: record(task(i), ...counts) },
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
