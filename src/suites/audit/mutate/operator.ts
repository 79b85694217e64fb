import type { Task } from '../../../schema/task.ts'
import type { Json } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { writeAnswerText } from '../../calibration/answer-text.ts'
import { ANSWER } from '../bound-values.ts'
import type { AuditSubject } from '../subject.ts'
import { type Move, movesOf, putInTurns, type Script } from './script.ts'

/** The expected trace of a task, spoilt in one place. */
export interface Mutant {
  /** What is done in place of what is right: step, pointer and both values. */
  how: string
  turns: Script['turns']
  /** Value of the final answer, bindings included. */
  answer: Json | undefined
}

export interface MutationContext {
  subject: AuditSubject
  reference: ReferenceRun
  rng: Rng
}

export type Operator = (context: MutationContext) => Mutant[]

export const buildMutantOfMoves = (task: Task, moves: readonly Move[], how: string): Mutant => ({
  how,
  turns: putInTurns(moves),
  answer: task.expected_final_answer,
})

/** The expected trace with other values, bindings included, for some consumers, by their names. */
export function buildMutantOfValues(task: Task, values: ReadonlyMap<string, Json>, how: string): Mutant {
  const moves = movesOf(task).map((move): Move => {
    const args = values.get(move.step ?? '')
    return args === undefined ? move : { ...move, arguments: args as Move['arguments'] }
  })
  return { ...buildMutantOfMoves(task, moves, how), answer: values.get(ANSWER) ?? task.expected_final_answer }
}

export const buildMutantScript = ({ turns, answer }: Mutant, task: Task): Script => {
  const { expected_final_answer: _, ...rest } = task
  const asked = answer === undefined ? rest : { ...rest, expected_final_answer: answer }
  return { turns, answer: (outputOf) => writeAnswerText(asked, outputOf) }
}
