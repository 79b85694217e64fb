import type { TestCase } from 'vitest/node'
import type { JournalEntry, LateCall } from '../run/journal/journal.ts'
import type { Head, ProbedCase } from '../run/journal/lines.ts'
import type { AttemptRecord } from '../schema/run.ts'
import type { Level } from '../schema/task.ts'

/** A line of a suite that went wrong. */
export interface FailingPlace {
  /** Why the attempt failed there. */
  reason: string
  /** File, line and column. */
  place: string
}

/** What a case leaves in `task.meta.tracewright` for the reporter: the verdict, never the trace. */
export interface CaseMeta {
  line: number
  task_id: string
  /** Undefined for a case that was skipped without a look at its expected trace. */
  level?: Level | undefined
  outcome: 'scored' | 'errored' | 'skipped'
  agent: string
  agentNote?: string
  /** Why the run cannot come to a verdict, such as a full disk or a function that fails. */
  runError?: string
  seed: number
  key: string
  schemas: string
  /** In their order; the first that has a score gives the verdict of the case. */
  attempts?: AttemptRecord[]
  /** Where the suite makes the call that the last unsolved attempt failed at, for the gate. */
  failing?: FailingPlace
  /** Names of the agent's own tools that its worker has met. */
  ownTools?: readonly string[]
}

/** What a shard says of itself in its blob, a stamp a module, so that blobs of different runs are told apart. */
export interface ShardStamp {
  run: string
  /** Id that all shards of a run share, where the environment gives one. */
  shared?: string
  /** What its attempts were made with; left out where no attempt was made. */
  head?: Head
  suite: string
  /** Digest of the baseline, empty without one. */
  baseline: string
  /** Runs of shards that had been merged already when it began. */
  merged: string[]
}

/** `task.meta` as we use it. */
export interface TracewrightMeta {
  tracewright?: CaseMeta
  /** Line of a task of a suite as code, from its registration on. */
  tracewrightLine?: number
  /** Reruns of tasks of a suite: at its module, and in shards only, as all that follows. */
  tracewrightReruns?: JournalEntry[]
  /** Calls that came after their attempts. */
  tracewrightLate?: LateCall[]
  /** Steps of composed tasks that were run alone. */
  tracewrightProbes?: ProbedCase[]
  tracewrightTraces?: string[]
  /** What tells the blob of a shard from those of other runs. */
  tracewrightShard?: ShardStamp
}

export const readMeta = (test: TestCase): CaseMeta | undefined => (test.meta() as TracewrightMeta).tracewright
