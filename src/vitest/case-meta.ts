import type { TaskScore } from '../schema/score.ts'
import type { Level } from '../schema/task.ts'

/** What a case leaves in `task.meta.tracewright` for the reporter: the verdict, never the trace. */
export interface CaseMeta {
  line: number
  task_id: string
  level: Level
  outcome: 'scored' | 'skipped'
  agent: string
  agentNote?: string
  note?: string
  seed: number
  duration_ms?: number
  score?: Omit<TaskScore, 'steps'>
}

/** `task.meta` as we use it. */
export interface TracewrightMeta {
  tracewright?: CaseMeta
  /** Traces of a module, put there at the end of a sharded run so that its blob is complete. */
  tracewrightTraces?: string[]
}
