import type { AttemptRecord } from '../schema/run.ts'
import type { Level } from '../schema/task.ts'
import { groupBy } from '../shared/group.ts'
import type { KeptRun } from './patterns.ts'

export interface GateTask {
  /** Digest of what the task is; see `task-key.ts`. */
  key: string
  task_id: string
  level: Level
}

export interface MadeTask extends GateTask {
  models?: readonly string[]
  /** Digest of the schemas of the offered tools. */
  tools?: string
  /** Where it stands: `shop.suite.jsonl:3`. */
  place?: string
  /** Which shard it was run in, from 1. */
  shard?: number
}

/**
 * One attempt at a task. `errored` says nothing about the agent, such as a model endpoint that failed after retries; an
 * exception of the agent, or its silence, is `failed`.
 */
export interface Attempt extends GateTask {
  /** Number of the attempt, from 0. */
  attempt?: number
  seed?: number
  outcome: 'solved' | 'failed' | 'errored'
}

export const classifyOutcome = ({ outcome, score }: AttemptRecord): Attempt['outcome'] =>
  outcome === 'errored' ? 'errored' : score?.solved === true ? 'solved' : 'failed'

/** Solved attempts among those that were not errored. */
export interface Counts {
  successes: number
  attempts: number
}

export interface RunAttempts {
  run: Counts
  /** Outcomes of the reruns in their order, errored ones left out: whether it was solved. */
  reruns: readonly boolean[]
}

/** A task in a run beside the same task in the baseline; both with at least one attempt. */
export interface Pair extends GateTask, RunAttempts {
  baseline: Counts
  kept?: readonly KeptRun[]
  /** The runs of the record; solved attempts of each where the record has them by run. */
  baselineRuns?: readonly { id: string; solved?: number }[]
  /** Failures in a row before the run, which the record does not count since it is full. */
  failing?: number
  /** The same task in earlier runs of the commit, where several runs are judged together. */
  earlier?: readonly RunAttempts[]
  made: number
  /** 1 where all attempts of the run errored and a rerun, not counted above, stands in for them. */
  stoodIn: 0 | 1
}

export const countsOf = (attempts: readonly Attempt[]): Counts => ({
  successes: attempts.filter(({ outcome }) => outcome === 'solved').length,
  attempts: attempts.filter(({ outcome }) => outcome !== 'errored').length,
})

export const runsOf = ({ run, reruns, earlier = [] }: Pick<Pair, 'earlier'> & RunAttempts): RunAttempts[] => [
  ...earlier,
  { run, reruns },
]

export const countSolved = (outcomes: readonly boolean[], most = Infinity): Counts => {
  const first = outcomes.slice(0, most)
  return { successes: first.filter(Boolean).length, attempts: first.length }
}

export const pooled = ({ run, reruns }: RunAttempts, most: number): Counts =>
  sumOf([run, countSolved(reruns, most)])

export const sumOf = (counts: readonly Counts[]): Counts => ({
  successes: counts.reduce((total, { successes }) => total + successes, 0),
  attempts: counts.reduce((total, { attempts }) => total + attempts, 0),
})

/** Attempts by the key of their task, in the given order. */
export const attemptsByKey = (attempts: readonly Attempt[]): Map<string, Attempt[]> =>
  groupBy(attempts, ({ key }) => key)
