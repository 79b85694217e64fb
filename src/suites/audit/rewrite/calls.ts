import { bindingKey } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import type { Effect } from '../../../schema/tool.ts'
import { expansionOf, openWorld } from '../../../scoring/expand.ts'
import { allowanceOf } from '../../../scoring/score.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { executeTool } from '../../../tools/execute.ts'
import { parallel } from '../../calibration/oracle.ts'
import { randomArguments } from '../../calibration/random-arguments.ts'
import { validOrders } from '../../calibration/valid-orders.ts'
import { inTurn, type Move, moveOf, movesOf } from '../mutate/script.ts'
import {
  type Rewrite,
  type RewriteContext,
  type Rewritten,
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

const DRAWN_GROUPINGS = 4

/** An order cut into turns at random, no step in one turn with a step that it depends on. */
function grouped(order: readonly Step[], rng: Rng): Step[][] {
  const turns: Step[][] = []
  for (const step of order) {
    const last = turns.at(-1)
    const isFree = last?.every(({ step_id }) => !step.depends_on.includes(step_id)) === true
    if (last !== undefined && isFree && rng.int(0, 2) > 0) last.push(step)
    else turns.push([step])
  }
  return turns
}

/** Several calls in one turn: as many as the dependencies allow, in two orders, and some groupings drawn. */
export const turns: Rewrite = ({ subject: { task }, rng }) => {
  const { steps } = task.expected_trace
  if (steps.length < 2) return []
  const widest = parallel(task)
  const drawn = validOrders(steps, DRAWN_GROUPINGS, rng)
    .slice(0, DRAWN_GROUPINGS)
    .map((order) => grouped(order, rng))
  return [widest, widest.map((turn) => turn.toReversed()), ...drawn].map((plan) => ({
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
  const { task, registry, seed } = subject
  const isAskedFor = (tool: string, args: JsonObject): boolean =>
    reference.calls.some((call) => call.tool_name === tool && stableJson(call.arguments) === stableJson(args))
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

/** Each call of a tool with this effect made twice in a row. */
function madeTwice(
  { subject: { task, registry } }: RewriteContext,
  effect: Effect,
  what: string,
): Rewritten[] {
  const isMeant = ({ tool }: Move): boolean => registry.get(tool)?.effect === effect
  if (!movesOf(task).some(isMeant)) return []
  const script = scriptOfEach(task, (move) => (isMeant(move) ? [move, withoutStep(move)] : move))
  return [{ how: `with every ${what} made twice`, script }]
}

/** Reads that nobody asked for, as many as are free: before, in between, at once with the steps, and afterwards. */
export const extraReads: Rewrite = (context) => {
  const { task } = context.subject
  const reads = readsAround(context)
  const twice = madeTwice(context, 'read', 'read')
  if (reads.length === 0) return twice
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
    ...twice,
  ]
}

export const repeats: Rewrite = (context) =>
  madeTwice(context, 'idempotent-write', 'write that may be repeated')

/** Ways of calling a tool wrongly; undefined where the tool cannot be called so. */
const MISTAKES: readonly (readonly [
  how: string,
  spoilt: (args: JsonObject, required: readonly string[]) => JsonObject | undefined,
])[] = [
  ['with a parameter that the tool does not know', (args) => ({ ...args, no_such_parameter: 1 })],
  [
    'without a parameter that the tool needs',
    (args, [first]) => {
      if (first === undefined) return undefined
      const { [first]: _, ...rest } = args
      return rest
    },
  ],
  [
    'with a parameter of a wrong type',
    (args, [first]) =>
      first === undefined ? undefined : { ...args, [first]: { value: args[first] ?? null } },
  ],
]

export const failedAttempt: Rewrite = ({ subject: { task, registry } }) =>
  MISTAKES.map(([how, spoilt]) => ({
    how: `each call first made ${how}`,
    script: scriptOfEach(task, (move) => {
      const required = (registry.get(move.tool)?.inputSchema.required ?? []) as string[]
      return spoilt({}, required) === undefined
        ? move
        : [{ ...withoutStep(move), spell: (args) => spoilt(args, required) ?? args }, move]
    }),
    unless: 'no-failure',
  }))

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
    ['with the first item last', ([first, ...rest]) => (first === undefined ? [] : [...rest, first])],
    ['shuffled', (items) => rng.shuffle(items)],
    ['shuffled again', (items) => rng.shuffle(items)],
  ]
  return arrangements.map(([how, arrange]) => ({
    how: `with items whose order is free ${how}`,
    script: scriptOfEach(task, (move) => ({
      ...move,
      arguments: arranged(move.arguments, arrange) as JsonObject,
    })),
  }))
}
