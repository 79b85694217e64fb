import type { Task } from '../../../schema/task.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { writeAnswerText } from '../../calibration/answer-text.ts'
import { type Move, movesOf, putInTurns, type Script } from '../mutate/script.ts'
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

export const buildScript = (task: Task, turns: Script['turns']): Script => ({
  turns,
  answer: (outputOf) => writeAnswerText(task, outputOf),
})

export const buildScriptInTurn = (task: Task, moves: readonly Move[]): Script =>
  buildScript(task, putInTurns(moves))

/** The expected trace with other calls in the place of each one. */
export const buildScriptOfEach = (task: Task, change: (move: Move) => Move | Move[]): Script =>
  buildScriptInTurn(task, movesOf(task).flatMap(change))

export const removeStep = ({ step: _, ...move }: Move): Move => move
