import type { JournalEntry, LateCall } from '../run/journal/journal.ts'
import type { Head, ProbedCase } from '../run/journal/lines.ts'
import type { AttemptRecord } from '../schema/run.ts'
import type { Level } from '../schema/task.ts'

/** What a case leaves in `task.meta.tracewright` for the reporter: the verdict, never the trace. */
export interface CaseMeta {
  line: number
  task_id: string
  level: Level
  outcome: 'scored' | 'skipped' | 'errored'
  agent: string
  agentNote?: string
  /** Why nothing more can be written down: the disk is full, or its like. */
  broken?: string
  seed: number
  tools: string[]
  key: string
  schemas: string
  /** The first of them that has a score gives the verdict of the case. */
  attempts?: AttemptRecord[]
}

/** What a shard says of itself in its blob, a stamp a module, so that blobs of different runs are told apart. */
export interface ShardStamp {
  run: string
  /** Id that all shards of a run share, where the environment gives one. */
  shared?: string
  /** What its attempts were made with; left out where no attempt was made. */
  head?: Head
  suite: string
  /** Digest of the ledger, empty without one. */
  ledger: string
  /** Runs of shards that had been merged already when it began. */
  merged: string[]
}

/** `task.meta` as we use it. */
export interface TracewrightMeta {
  tracewright?: CaseMeta
  /** Attempts that were made on suspicion, put there likewise. */
  tracewrightFresh?: JournalEntry[]
  /** Calls that came after their attempts, likewise. */
  tracewrightLate?: LateCall[]
  /** Steps that were tried alone, likewise. */
  tracewrightProbes?: ProbedCase[]
  tracewrightTraces?: string[]
  /** What a shard says of itself, put there likewise. */
  tracewrightShard?: ShardStamp
}
