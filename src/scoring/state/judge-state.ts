import { remove } from '@hyperjump/json-pointer'
import { type BindingKey, holdsKey, listSources, readBindingKey } from '../../schema/binding.ts'
import type { LeafScore } from '../../schema/score.ts'
import type { ExpectedTrace } from '../../schema/task.ts'
import type { PlainTask } from '../../schema/task-in-world.ts'
import { narrowToTools } from '../../schema/tools.ts'
import type { Call } from '../../schema/trace.ts'
import { describeThrown } from '../../shared/errors.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { appendKey, readValueAt } from '../../shared/pointer.ts'
import { runReference } from '../../tasks/reference-run.ts'
import type { JudgedStep } from '../judge-trace.ts'
import type { Judging } from '../judging.ts'
import { buildEndState, type ChangedEntity, type EndState } from './changed-world.ts'
import { describeDifference } from './compare-states.ts'

/** What a call passed, and where that is wrong. */
interface PassedArguments {
  args: Json
  leaves: readonly LeafScore[]
}

/** What several values fit, a literal among it. An id that flowed is none: those of two runs are matched up. */
const OPEN: ReadonlySet<BindingKey | undefined> = new Set([
  undefined,
  '$any',
  '$oneOf',
  '$text',
  '$template',
  '$unordered',
])

/** An expected value as the call passed it, where it is right; undefined where nothing had to be passed and nothing was. */
function resolveAsMade(expected: Json, pointer: string, made: PassedArguments): Json | undefined {
  const key = readBindingKey(expected)
  const passed = readValueAt(made.args, pointer)
  const leavesBelow = made.leaves.filter(({ pointer: at }) => at === pointer || at.startsWith(`${pointer}/`))
  const isRight = leavesBelow.every(({ right }) => right)
  const isNested = key === undefined && typeof expected === 'object' && expected !== null
  // The items of a set may stand in another order.
  if (
    isNested &&
    Array.isArray(expected) &&
    Array.isArray(passed) &&
    isRight &&
    listSources(expected).length === 0
  )
    return { $literal: passed }
  if (isNested && Array.isArray(expected))
    return expected.map((item, i) => resolveAsMade(item, `${pointer}/${i}`, made) ?? item)
  if (isNested && isObject(expected))
    return Object.fromEntries(
      Object.entries(expected).flatMap(([name, item]): [string, Json][] => {
        const madeItem = resolveAsMade(item, appendKey(pointer, name), made)
        return madeItem === undefined ? [] : [[name, madeItem]]
      }),
    )
  const isAnything = key === '$any'
  // Nothing is wrong about what may be left out, and was.
  if (passed === undefined && leavesBelow.length === 0 && (key === '$oneOf' || key === '$optional'))
    return undefined
  const isPadded = typeof passed === 'string' && passed.trim() !== passed
  const isOpen = OPEN.has(key) || typeof passed === 'number' || isPadded
  if (passed !== undefined && isOpen && isRight)
    return typeof passed === 'object' && passed !== null ? { $literal: passed } : passed
  return isAnything ? undefined : expected
}

/**
 * The expected trace with the values that the agent's calls rightly have. Of several that a task allows that is the one
 * that was chosen; a text may have another wording or blanks around it, and a number may be rounded. What such a value
 * leaves in a store is right as well.
 *
 * @param judged The steps with their calls and the verdicts on their arguments
 */
function traceAsMade(expected: ExpectedTrace, judged: readonly JudgedStep[]): ExpectedTrace {
  const madeOf = new Map(
    judged.flatMap(({ step, call, leaves }): [string, PassedArguments][] =>
      call === undefined ? [] : [[step.step_id, { args: call.arguments as Json, leaves }]],
    ),
  )
  const steps = expected.steps.map((step) => {
    const made = madeOf.get(step.step_id)
    return made === undefined
      ? step
      : { ...step, arguments: (resolveAsMade(step.arguments, '', made) ?? {}) as typeof step.arguments }
  })
  return { ...expected, steps }
}

/** Verdict on the end state of a trace. */
export interface StateVerdict {
  verdict: 'ungraded' | 'right' | 'wrong'
  /** Why it is wrong. */
  reason?: string
  /** Whether the state vouches for a step: what it does or was for is there at the end. */
  vouchesFor(stepId: string): boolean
  /** Whether the state says that a write did no harm. */
  excuses(call: Call): boolean
}

/** Bindings that say that something may be anything. */
const ANYTHING: ReadonlySet<BindingKey> = new Set<BindingKey>(['$any'])

const returnFalse = (): boolean => false
const buildWrongVerdict = (reason: string): StateVerdict => ({
  verdict: 'wrong',
  reason: `end state: ${reason}`,
  vouchesFor: returnFalse,
  excuses: returnFalse,
})

/** An entity without the field at a pointer. */
const removeAt = (value: Json, pointer: string): Json =>
  readValueAt(value, pointer) === undefined ? value : (remove(pointer, value) as unknown as Json)

/** The entities that are compared, without the fields that are not. */
function selectCompared(
  { changed }: EndState,
  { stores, ignore = [] }: { stores?: readonly string[] | undefined; ignore?: readonly string[] | undefined },
): ChangedEntity[] {
  return changed
    .filter(({ store }) => stores === undefined || stores.includes(store))
    .map((entity) => {
      const { value } = entity
      return value === undefined ? entity : { ...entity, value: ignore.reduce(removeAt, value) }
    })
}

/**
 * Judges what a trace left in the stores of its world: it has to be what the expected trace leaves there, in a world of the
 * same seed. Then the state vouches for every step whose effect is in a store, and for the reads.
 *
 * Where a simulator is missing the end state is not known, and so not right.
 *
 * @param judged Steps of the expected trace with their calls: what these rightly passed is what the steps leave
 */
export function judgeState(
  task: PlainTask,
  judged: readonly JudgedStep[],
  { expected, trace, tools: table, seed: ownSeed }: Judging,
): StateVerdict {
  const { grade, expected_state: wanted = grade && true } = task
  if (wanted === undefined) return { verdict: 'ungraded', vouchesFor: returnFalse, excuses: returnFalse }
  const tools = narrowToTools(table)
  if (tools === undefined) return buildWrongVerdict('it is unknown, because the tools cannot be called')
  const how = wanted === true ? {} : wanted
  const seed = trace.seed ?? ownSeed
  let dueCalls: readonly Call[]
  try {
    const made = traceAsMade(expected, judged)
    dueCalls = runReference({ ...task, expected_trace: made, world: { ...task.world, seed } }, tools).calls
  } catch (error) {
    const [open] = judged.filter(({ step, call }) => call === undefined && holdsKey(step.arguments, ANYTHING))
    return buildWrongVerdict(
      open === undefined ? describeThrown(error) : `no call does what ${open.step.step_id} asks for`,
    )
  }
  const due = buildEndState(dueCalls, seed, tools)
  const there = buildEndState(trace.calls, seed, tools)
  if (typeof due === 'string' || typeof there === 'string')
    return buildWrongVerdict(
      `it is unknown, because no simulator exists for ${typeof due === 'string' ? due : there}`,
    )
  const absent = how.stores?.find((store) => !due.stores.has(store))
  if (absent !== undefined)
    return buildWrongVerdict(
      `the expected trace does not write to "${absent}"; it writes to ${[...due.stores].map((store) => JSON.stringify(store)).join(', ') || 'no store'}`,
    )
  const dueEntities = selectCompared(due, how)
  const difference = describeDifference(dueEntities, selectCompared(there, how))
  if (difference !== undefined) return buildWrongVerdict(difference)
  // An end that is as the beginning proves nothing of what was done.
  if (dueEntities.length === 0) return { verdict: 'right', vouchesFor: returnFalse, excuses: returnFalse }
  const isCompared = ({ held }: EndState, call: Call): boolean => {
    const changed = held.get(call)
    return (
      changed !== undefined &&
      (how.stores === undefined || [...changed.values()].every((one) => how.stores?.includes(one)))
    )
  }
  const outside = new Set(
    dueCalls.filter((call) => call.committed === true && !isCompared(due, call)).map(({ id }) => id),
  )
  return {
    verdict: 'right',
    vouchesFor: (stepId) => !outside.has(stepId),
    excuses: (call) =>
      (grade === 'state' || tools.get(call.tool_name)?.effect === 'idempotent-write') &&
      isCompared(there, call),
  }
}
