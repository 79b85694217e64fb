import { expansionOf, openWorld } from '../../../scoring/expand.ts'
import { allowanceOf } from '../../../scoring/score.ts'
import { type JsonObject, stableJson } from '../../../shared/json.ts'
import { executeTool } from '../../../tools/execute.ts'
import { randomArguments } from '../../calibration/random-arguments.ts'
import { inTurn, type Move, movesOf } from '../mutate/script.ts'
import { type Rewrite, type RewriteContext, type Rewritten, scriptInTurn, scriptOf } from './rewrite.ts'

/** Draws for each read wanted: some arguments are refused. */
const DRAWS = 3

/**
 * As many reads of tools on offer as cost nothing, with arguments that are accepted. To ask once more what a step asks
 * is another matter: the answer may have changed.
 */
function strayReads({ subject, gold, rng }: RewriteContext): Move[] {
  const { task, registry, seed } = subject
  const isAskedFor = (tool: string, args: JsonObject): boolean =>
    gold.calls.some((call) => call.tool_name === tool && stableJson(call.arguments) === stableJson(args))
  const reads = subject.offered.filter(({ effect }) => effect === 'read')
  const wanted = allowanceOf(task.expected_trace.steps.length, expansionOf(task)?.lists)
  const moves: Move[] = []
  for (let draw = 0; reads.length > 0 && moves.length < wanted && draw < DRAWS * wanted; draw++) {
    const tool = rng.pick(reads)
    const args = randomArguments(tool, rng)
    if (!isAskedFor(tool.name, args) && executeTool(tool, args, openWorld(task, seed, registry)).ok) {
      moves.push({ tool: tool.name, arguments: { $literal: args } })
    }
  }
  return moves
}

/** Each read made twice in a row, as far as that costs nothing. */
function twice({ subject: { task, registry } }: RewriteContext): Rewritten[] {
  const moves = movesOf(task)
  const isRead = ({ tool }: Move): boolean => registry.get(tool)?.effect === 'read'
  if (!moves.some(isRead)) return []
  const again = moves.flatMap((move): Move[] => {
    const { step: _, ...repeated } = move
    return isRead(move) ? [move, repeated] : [move]
  })
  return [{ how: 'with every read made twice', script: scriptInTurn(task, again) }]
}

/** Reads that nobody asked for, as many as are free: before, in between, at once with the steps, and afterwards. */
export const extraReads: Rewrite = {
  name: 'extra-reads',
  rewrites(context) {
    const { task } = context.subject
    const reads = strayReads(context)
    if (reads.length === 0) return twice(context)
    const moves = movesOf(task)
    const places = reads.map(() => context.rng.int(0, moves.length))
    const between = [...moves, undefined].flatMap((move, i) => [
      ...reads.filter((_, k) => places[k] === i),
      ...(move === undefined ? [] : [move]),
    ])
    const atOnce = inTurn(moves).map((turn, i) => [
      ...reads.filter((_, k) => (places[k] as number) % moves.length === i),
      ...turn,
    ])
    const count = `${reads.length} further reads`
    return [
      { how: `after ${count}`, script: scriptInTurn(task, [...reads, ...moves]) },
      { how: `with ${count} in between`, script: scriptInTurn(task, between) },
      { how: `with ${count} in the turns of the steps`, script: scriptOf(task, atOnce) },
      { how: `with ${count} afterwards`, script: scriptInTurn(task, [...moves, ...reads]) },
      ...twice(context),
    ]
  },
}
