import type { Task } from '../../../schema/task.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { answerTextOf } from '../../calibration/answer-text.ts'
import { inTurn, type Move, movesOf, type Script } from '../mutate/script.ts'
import type { AuditSubject } from '../subject.ts'

/** The expected trace done in another way that is as right. */
export interface Rewritten {
  how: string
  script: Script
  /**
   * What would show that the task does not allow the rewrite: a tool refuses the call or answers otherwise
   * (`otherwise`), or it takes what should be a failed attempt (`no-failure`). By default nothing.
   */
  unless?: 'otherwise' | 'no-failure'
}

export interface RewriteContext {
  subject: AuditSubject
  reference: ReferenceRun
  rng: Rng
}

/** One way of doing the same otherwise. */
export type Rewrite = (context: RewriteContext) => Rewritten[]

export const scriptOf = (task: Task, turns: Script['turns']): Script => ({
  turns,
  answer: (outputOf) => answerTextOf(task, outputOf),
})

export const scriptInTurn = (task: Task, moves: readonly Move[]): Script => scriptOf(task, inTurn(moves))

/** The expected trace with other calls in the place of each one. */
export const scriptOfEach = (task: Task, change: (move: Move) => Move | Move[]): Script =>
  scriptInTurn(task, movesOf(task).flatMap(change))

export const withoutStep = ({ step: _, ...move }: Move): Move => move
