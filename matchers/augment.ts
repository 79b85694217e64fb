import type { Task } from '../src/schema/task.ts'
import type { Trace } from '../src/schema/trace.ts'
import type { MatchTraceOptions } from '../src/scoring/match-trace.ts'
import type { CallList } from './expected.ts'

/** The matchers as `expect` shows them. */
export interface TracewrightMatchers<R = void> {
  /**
   * The calls match an expected trace; see `toMatchTrace`.
   * @param expected A task, a trace or a list of calls; left out, the task that the run carries.
   */
  toMatchTrace(expected?: Task | Trace | CallList, options?: MatchTraceOptions): R
  /** Every argument that the task binds to an earlier output carries the value that flowed in this run. */
  toRespectDataFlow(task?: Task): R
  /** The score, from 0 to 1, is at least the given one. */
  toScoreAtLeast(least: number, task?: Task): R
  /** Every step is right, nothing was written beyond need, and a graded answer is right. */
  toSolve(task?: Task): R
}

declare global {
  namespace Chai {
    interface Assertion extends TracewrightMatchers {}
  }
}

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends TracewrightMatchers {}
}
