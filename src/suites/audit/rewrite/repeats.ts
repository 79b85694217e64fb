import { type Move, movesOf } from '../mutate/script.ts'
import { type Rewrite, scriptInTurn } from './rewrite.ts'

/** Writes that may be repeated, made twice in a row. */
export const repeats: Rewrite = {
  name: 'repeats',
  rewrites({ subject: { task, registry } }) {
    const moves = movesOf(task)
    const isIdempotent = ({ tool }: Move): boolean => registry.get(tool)?.effect === 'idempotent-write'
    if (!moves.some(isIdempotent)) return []
    const again = moves.flatMap((move): Move[] => {
      const { step: _, ...repeated } = move
      return isIdempotent(move) ? [move, repeated] : [move]
    })
    return [{ how: 'with every write that may be repeated made twice', script: scriptInTurn(task, again) }]
  },
}
