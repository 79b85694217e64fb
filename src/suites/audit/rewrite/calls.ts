import { bindingKey } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import { allowanceOf } from '../../../scoring/score.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { executeTool } from '../../../tools/execute.ts'
import { parallel } from '../../calibration/oracle.ts'
import { randomArguments } from '../../calibration/random-arguments.ts'
import { validOrders } from '../../calibration/valid-orders.ts'
import { inTurn, type Move, moveOf, movesOf } from '../mutate/script.ts'
import {
  type Rewrite,
  type RewriteContext,
  scriptInTurn,
  scriptOf,
  scriptOfEach,
  withoutStep,
} from './rewrite.ts'

const MAX_ORDERS = 50

const idsOf = (steps: readonly Step[]): string[] => steps.map(({ step_id }) => step_id)

/** Every order that the dependencies allow, or many of them. */
export const orders: Rewrite = ({ subject: { task }, rng }) =>
  validOrders(task.expected_trace.steps, MAX_ORDERS, rng).map((order) => ({
    how: `in the order ${idsOf(order).join(', ')}`,
    script: scriptInTurn(task, order.map(moveOf)),
  }))

/** Several calls in one turn, as many as the dependencies allow, in two orders. */
export const turns: Rewrite = ({ subject: { task } }) => {
  if (task.expected_trace.steps.length < 2) return []
  const widest = parallel(task)
  return [widest, widest.map((turn) => turn.toReversed())].map((plan) => ({
    how: `in turns: ${plan.map((turn) => idsOf(turn).join(' + ')).join(', ')}`,
    script: scriptOf(
      task,
      plan.map((turn) => turn.map(moveOf)),
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
    reference.calls.some((call) => call.tool_name === tool && stableJson(call.arguments) === stableJson(args))
  const reads = subject.offered.filter(({ effect }) => effect === 'read')
  const wanted = allowanceOf(task.expected_trace.steps.length, expansion?.lists)
  const moves: Move[] = []
  for (let draw = 0; reads.length > 0 && moves.length < wanted && draw < DRAWS * wanted; draw++) {
    const tool = rng.pick(reads)
    const args = randomArguments(tool, rng)
    if (!isAskedFor(tool.name, args) && executeTool(tool, args, subject.openWorld()).ok) {
      moves.push({ tool: tool.name, arguments: { $literal: args } })
    }
  }
  return moves
}

/** Reads that nobody asked for, as many as are free: before, in between, at once with the steps, and afterwards. */
export const extraReads: Rewrite = (context) => {
  const { task } = context.subject
  const reads = readsAround(context)
  if (reads.length === 0) return []
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
  ]
}

/** Each write that may be repeated, made twice in a row. */
export const repeats: Rewrite = ({ subject: { task, registry } }) => {
  const mayRepeat = ({ tool }: Move): boolean => registry.get(tool)?.effect === 'idempotent-write'
  if (!movesOf(task).some(mayRepeat)) return []
  const script = scriptOfEach(task, (move) => (mayRepeat(move) ? [move, withoutStep(move)] : move))
  return [{ how: 'with every write that may be repeated made twice', script }]
}

/** Each call, first made with a parameter that the tool does not know. */
export const failedAttempt: Rewrite = ({ subject: { task } }) => [
  {
    how: 'each call first made with a parameter that the tool does not know',
    script: scriptOfEach(task, (move) => [
      { ...withoutStep(move), spell: (args) => ({ ...args, no_such_parameter: 1 }) },
      move,
    ]),
    unless: 'no-failure',
  },
]

function arranged(value: Json, arrange: (items: readonly Json[]) => Json[]): Json {
  if (bindingKey(value) === '$literal') return value
  if (Array.isArray(value)) return value.map((item) => arranged(item, arrange))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const inner = arranged(item, arrange)
      return [key, key === '$unordered' && Array.isArray(inner) ? arrange(inner) : inner]
    }),
  )
}

export const unordered: Rewrite = ({ subject: { task }, rng }) => {
  if (!JSON.stringify(task.expected_trace).includes('"$unordered"')) return []
  const arrangements: readonly [string, (items: readonly Json[]) => Json[]][] = [
    ['in reverse', (items) => items.toReversed()],
    ['shuffled', (items) => rng.shuffle(items)],
  ]
  return arrangements.map(([how, arrange]) => ({
    how: `with items whose order is free ${how}`,
    script: scriptOfEach(task, (move) => ({
      ...move,
      arguments: arranged(move.arguments, arrange) as JsonObject,
    })),
  }))
}
