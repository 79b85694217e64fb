import { type Mutant, type Operator, withMoves } from './operator.ts'
import { movesOf } from './script.ts'

/**
 * A write is made twice: at once, and after all other calls. One that may be repeated is spoilt only where another write
 * comes in between.
 */
export const duplicate: Operator = {
  name: 'duplicate',
  mutants({ subject: { task, registry } }) {
    const moves = movesOf(task)
    const effectOf = (tool: string) => registry.get(tool)?.effect ?? 'write'
    return moves.flatMap((move, i): Mutant[] => {
      const effect = effectOf(move.tool)
      if (effect === 'read') return []
      const after = moves.slice(i + 1)
      const { step, ...again } = move
      const atOnce = withMoves(
        task,
        moves.toSpliced(i + 1, 0, again),
        `${step} (${move.tool}) is called twice in a row`,
      )
      const atEnd = withMoves(task, [...moves, again], `${step} (${move.tool}) is called again at the end`)
      if (effect === 'idempotent-write')
        return after.some(({ tool }) => effectOf(tool) !== 'read') ? [atEnd] : []
      return after.length === 0 ? [atOnce] : [atOnce, atEnd]
    })
  },
}
