import type { Case } from '../../src/schema/run.ts'
import type { Level } from '../../src/schema/task.ts'

type CaseScore = NonNullable<Case['score']>

/** What a run keeps of the score of one attempt at a task: solved, or nothing right. */
export const scoreFor = (
  { task_id, level }: { task_id: string; level: Level },
  solved: boolean,
  more: Partial<CaseScore> = {},
): CaseScore => ({
  task_id,
  level,
  score: solved ? 1 : 0,
  solved,
  selection: 1,
  arguments: 1,
  data_flow: null,
  completion: 1,
  ambiguous: 0,
  answer: 'ungraded',
  unneeded_writes: 0,
  surplus_reads: 0,
  weak: false,
  approximate: false,
  warnings: [],
  ...more,
})
