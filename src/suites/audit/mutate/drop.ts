import { type Operator, withMoves } from './operator.ts'
import { movesOf } from './script.ts'

/** A step is left out; what it would have given is said all the same. */
export const drop: Operator = {
  name: 'drop',
  mutants({ subject: { task } }) {
    const moves = movesOf(task)
    return moves.map(({ step, tool }) =>
      withMoves(
        task,
        moves.filter((move) => move.step !== step),
        `${step} (${tool}) is not called`,
      ),
    )
  },
}
