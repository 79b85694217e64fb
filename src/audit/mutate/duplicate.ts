import { type Mutant, type Operator, withMoves } from './operator.ts'
import { movesOf } from './script.ts'

/** A write is made twice: at once, and after all other calls. */
export const duplicate: Operator = {
  name: 'duplicate',
  mutants({ subject: { task, registry } }) {
    const moves = movesOf(task)
    return moves.flatMap((move, i): Mutant[] => {
      if ((registry.get(move.tool)?.effect ?? 'write') === 'read') return []
      const { step, ...again } = move
      const atOnce = withMoves(
        task,
        moves.toSpliced(i + 1, 0, again),
        `${step} (${move.tool}) is called twice in a row`,
      )
      const isLast = i === moves.length - 1
      return isLast
        ? [atOnce]
        : [atOnce, withMoves(task, [...moves, again], `${step} (${move.tool}) is called again at the end`)]
    })
  },
}
