import { readBindingKey } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import { computeAllowance } from '../../../scoring/score.ts'
import { type Json, type JsonObject, mapChildren, stringifyStably } from '../../../shared/json.ts'
import { executeTool } from '../../../tools/execute.ts'
import { planInParallel } from '../../calibration/oracle.ts'
import { drawRandomArguments } from '../../calibration/random-arguments.ts'
import { listValidOrders } from '../../calibration/valid-orders.ts'
import { buildMove, type Move, movesOf, putInTurns } from '../mutate/script.ts'
import {
  buildScript,
  buildScriptInTurn,
  buildScriptOfEach,
  type Rewrite,
  type RewriteContext,
  removeStep,
} from './rewrite.ts'

const MAX_ORDERS = 50

const listIds = (steps: readonly Step[]): string[] => steps.map(({ step_id }) => step_id)

/** Every order that the dependencies allow, or many of them. */
export const rewriteOrders: Rewrite = ({ subject: { task }, rng }) =>
  listValidOrders(task.expected_trace.steps, MAX_ORDERS, rng).map((order) => ({
    how: `in the order ${listIds(order).join(', ')}`,
    script: buildScriptInTurn(task, order.map(buildMove)),
  }))

/** Several calls in one turn, as many as the dependencies allow, in two orders. */
export const rewriteTurns: Rewrite = ({ subject: { task } }) => {
  if (task.expected_trace.steps.length < 2) return []
  const widest = planInParallel(task)
  return [widest, widest.map((turn) => turn.toReversed())].map((plan) => ({
    how: `in turns: ${plan.map((turn) => listIds(turn).join(' + ')).join(', ')}`,
    script: buildScript(
      task,
      plan.map((turn) => turn.map(buildMove)),
    ),
  }))
}

const DRAWS = 3

/**
 * As many reads of tools on offer as cost nothing, with arguments that are accepted. To ask once more what a step asks
 * is another matter: the answer may have changed.
 */
function readsAround({ subject, reference, rng }: RewriteContext): Move[] {
  const { task, expansion } = subject
  const isAskedFor = (tool: string, args: JsonObject): boolean =>
    reference.calls.some(
      (call) => call.tool_name === tool && stringifyStably(call.arguments) === stringifyStably(args),
    )
  const reads = subject.offered.filter(({ effect }) => effect === 'read')
  const wanted = computeAllowance(task.expected_trace.steps.length, expansion?.lists)
  const moves: Move[] = []
  for (let draw = 0; reads.length > 0 && moves.length < wanted && draw < DRAWS * wanted; draw++) {
    const tool = rng.pick(reads)
    const args = drawRandomArguments(tool, rng)
    if (!isAskedFor(tool.name, args) && executeTool(tool, args, subject.openWorld()).ok) {
      moves.push({ tool: tool.name, arguments: { $literal: args } })
    }
  }
  return moves
}

/** Reads that nobody asked for, as many as are free: before, in between, at once with the steps, and afterwards. */
export const rewriteWithExtraReads: Rewrite = (context) => {
  const { task } = context.subject
  const reads = readsAround(context)
  if (reads.length === 0) return []
  const moves = movesOf(task)
  const places = reads.map(() => context.rng.int(0, moves.length))
  const between = [...moves, undefined].flatMap((move, i) => [
    ...reads.filter((_, k) => places[k] === i),
    ...(move === undefined ? [] : [move]),
  ])
  const atOnce = putInTurns(moves).map((turn, i) => [
    ...reads.filter((_, k) => (places[k] as number) % moves.length === i),
    ...turn,
  ])
  const count = `${reads.length} further reads`
  return [
    { how: `after ${count}`, script: buildScriptInTurn(task, [...reads, ...moves]) },
    { how: `with ${count} in between`, script: buildScriptInTurn(task, between) },
    { how: `with ${count} in the turns of the steps`, script: buildScript(task, atOnce) },
    { how: `with ${count} afterwards`, script: buildScriptInTurn(task, [...moves, ...reads]) },
  ]
}

/** Each write that may be repeated, made twice in a row. */
export const repeats: Rewrite = ({ subject: { task, registry } }) => {
  const mayRepeat = ({ tool }: Move): boolean => registry.get(tool)?.effect === 'idempotent-write'
  if (!movesOf(task).some(mayRepeat)) return []
  const script = buildScriptOfEach(task, (move) => (mayRepeat(move) ? [move, removeStep(move)] : move))
  return [{ how: 'with every write that may be repeated made twice', script }]
}

/** Each call, first made with a parameter that the tool does not know. */
export const rewriteWithFailedAttempt: Rewrite = ({ subject: { task } }) => [
  {
    how: 'each call first made with a parameter that the tool does not know',
    script: buildScriptOfEach(task, (move) => [
      { ...removeStep(move), spell: (args) => ({ ...args, no_such_parameter: 1 }) },
      move,
    ]),
    unless: 'no-failure',
  },
]

function arrangeLists(value: Json, arrange: (items: readonly Json[]) => Json[]): Json {
  if (readBindingKey(value) === '$literal') return value
  return mapChildren(value, (item, key) => {
    const inner = arrangeLists(item, arrange)
    return key === '$unordered' && Array.isArray(inner) ? arrange(inner) : inner
  })
}

export const rewriteUnordered: Rewrite = ({ subject: { task }, rng }) => {
  if (!JSON.stringify(task.expected_trace).includes('"$unordered"')) return []
  const arrangements: readonly [string, (items: readonly Json[]) => Json[]][] = [
    ['in reverse', (items) => items.toReversed()],
    ['shuffled', (items) => rng.shuffle(items)],
  ]
  return arrangements.map(([how, arrange]) => ({
    how: `with items whose order is free ${how}`,
    script: buildScriptOfEach(task, (move) => ({
      ...move,
      arguments: arrangeLists(move.arguments, arrange) as JsonObject,
    })),
  }))
}
