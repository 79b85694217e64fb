import type { Task } from '../../../schema/task.ts'
import type { ReferenceRun } from '../../../scoring/reference-run.ts'
import type { Rng } from '../../../shared/rng.ts'
import { answerTextOf } from '../../calibration/answer-text.ts'
import { inTurn, type Move, type Script } from '../mutate/script.ts'
import type { AuditSubject } from '../subject.ts'

/** The ways in which a right trace may be another one. */
export const REWRITES = [
  'orders',
  'turns',
  'defaults',
  'numbers',
  'key-order',
  'names',
  'dates',
  'extra-reads',
  'failed-attempt',
  'repeats',
  'unordered',
  'lines',
  'templates',
  'empty-optionals',
  'durations',
] as const
export type RewriteName = (typeof REWRITES)[number]

/**
 * Why something turns out to be no rewrite after all: a tool refuses the call (`failure`), it refuses or answers
 * otherwise (`otherwise`), or it takes what should be a failed attempt (`no-failure`).
 */
export type Excuse = 'failure' | 'otherwise' | 'no-failure'

/** The expected trace done in another way that is as right. */
export interface Rewritten {
  /** What is done otherwise. */
  how: string
  script: Script
  /** What would show that it is not a rewrite; by default nothing, and refused it must not be. */
  unless?: Excuse
}

export interface RewriteContext {
  subject: AuditSubject
  gold: ReferenceRun
  /** Draws that the task and the rewrite determine. */
  rng: Rng
}

/** One way of doing the same otherwise. */
export interface Rewrite {
  name: RewriteName
  rewrites(context: RewriteContext): Rewritten[]
}

/** Calls in turns, and the expected answer. */
export const scriptOf = (task: Task, turns: Script['turns']): Script => ({
  turns,
  answer: (outputOf) => answerTextOf(task, outputOf),
})

/** Calls one after the other, and the expected answer. */
export const scriptInTurn = (task: Task, moves: readonly Move[]): Script => scriptOf(task, inTurn(moves))
