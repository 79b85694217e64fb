import { isFrom, listSources, readBindingKey } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries } from '../../../scoring/tokens.ts'
import { isObject, isScalar, type Json, stringifyStably } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { ANSWER } from '../../audit/bound-values.ts'
import { listNodes } from '../../load/nodes.ts'
import { buildRule, findExtremes, findRivals, readSelection, type Selection } from './selection.ts'

/** A value that is taken from the item or call that was the extreme of several in the world of the task. */
interface ExtremeValue {
  selection: Selection
  /** The fields in which it is the extreme, in words; the field that is taken comes first. */
  reason: string
  /** The value as a rule over all calls, such as the largest of their temperatures; undefined for an item of a list. */
  rule: Json | undefined
}

const FIRST_ITEM = /\/0(?=\/|$)/

/**
 * @param written The consumer of the value as the suite had it
 * @param isUsed Whether anything takes a value from a step
 */
function findExtremeValue(
  value: Json,
  written: Json,
  before: readonly Step[],
  task: Task,
  run: ReferenceRun,
  isUsed: (stepId: string) => boolean,
): ExtremeValue | undefined {
  const selection = isFrom(value) ? readSelection(value, before, run) : undefined
  if (selection === undefined) return undefined
  const { list, chosen, choices, give } = selection
  const rivals = findRivals(selection, task, run)
  // A call that nothing else uses was made to be compared; one that is used elsewhere may be there for that alone.
  if (rivals.length === 0 || (list === undefined && rivals.some(({ step }) => isUsed(step)))) return undefined
  const text = JSON.stringify(written)
  const isPassedOn = (rival: Json | undefined): boolean =>
    rival !== undefined && isScalar(rival) && rival !== null && carries(text, rival)
  // Where the value of another one is passed on as well, none is chosen.
  if (rivals.some((rival) => isPassedOn(readValueAt(rival.value, give)))) return undefined
  const extremes = findExtremes(selection, rivals)
  const [first] = extremes
  // The first of a list is often taken because it is the first.
  const isFirst = list !== undefined && FIRST_ITEM.test(chosen.at)
  if (first === undefined || (isFirst && first.by !== give)) return undefined
  const which =
    list === undefined
      ? `${chosen.step} of ${choices.length} calls`
      : `${chosen.at} of ${choices.length} items`
  const fields = extremes.map(
    ({ by, isGreatest }) => `the ${isGreatest ? 'greatest' : 'least'} ${by || 'value'}`,
  )
  const isPlain = list === undefined && (extremes.length === 1 || first.by === give)
  return {
    selection,
    reason: `it comes from ${which}, which has ${fields.join(', ')}. If that is why it is taken, select it in a function: tracewright bind writes one with --out F.suite.ts`,
    rule: isPlain ? buildRule(selection, first) : undefined,
  }
}

/** Whether a value also holds, as it is written, what the chosen call was given: the name of the coldest city, for one. */
function namesChosen(whole: Json, { chosen, list }: Selection, run: ReferenceRun): boolean {
  if (list !== undefined) return false
  const given = leavesOf(run.argumentsOf.get(chosen.step) ?? null).map((leaf) => leaf.value)
  return listNodes(whole).some(
    ({ value }) =>
      typeof value === 'string' &&
      given.some((one) => typeof one === 'string' && one !== '' && value.includes(one)),
  )
}

/** A value that stays frozen, and why. */
export interface FrozenExtreme {
  step_id: string
  pointer: string
  value: Json
  reason: string
  extreme: true
}

/**
 * Binds values as the extremes that they are. `bind` finds a value at the call or the item that won in one world; in
 * another world another one wins. A number or a text of one of several calls becomes a `$calc` or a `$pick` over all of
 * them. What no binding can say, such as the cheapest item of a list, stays as the suite had it.
 *
 * @param bound The task with its new bindings
 * @param frozen The same task before
 */
export function bindExtremes(
  bound: Task,
  frozen: Task,
  run: ReferenceRun,
): { task: Task; kept: readonly FrozenExtreme[] } {
  const { steps } = bound.expected_trace
  const consumers: Json[] = [...steps.map((step) => step.arguments), bound.expected_final_answer ?? null]
  const takers = consumers.flatMap((value) => listSources(value))
  const kept: FrozenExtreme[] = []
  const settle = (
    value: Json,
    whole: Json,
    old: Json,
    before: readonly Step[],
    at: Pick<FrozenExtreme, 'step_id' | 'pointer'>,
  ): Json => {
    if (stringifyStably(value) === stringifyStably(old)) return value
    const isUsed = (id: string): boolean => takers.some(({ $from }) => $from === id)
    const closed = (one: Json): boolean => ['$calc', '$pick', '$from'].includes(readBindingKey(one) ?? '')
    for (const { pointer, value: part } of listNodes(value, closed)) {
      const extreme = findExtremeValue(part, old, before, bound, run, isUsed)
      if (extreme === undefined) continue
      if (extreme.rule !== undefined && pointer === '' && !namesChosen(whole, extreme.selection, run))
        return extreme.rule
      kept.push({ ...at, value: old, reason: extreme.reason, extreme: true })
      return old
    }
    return value
  }
  const settleFields = (value: Json, old: Json, before: readonly Step[], step_id: string): Json => {
    if (!isObject(value) || readBindingKey(value) !== undefined || !isObject(old))
      return settle(value, value, old, before, { step_id, pointer: '' })
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        settle(item, value, readValueAt(old, `/${name}`) ?? item, before, { step_id, pointer: `/${name}` }),
      ]),
    )
  }
  const settled = steps.map((step, i): Step => {
    const old = frozen.expected_trace.steps[i]?.arguments ?? step.arguments
    const args = settleFields(step.arguments, old, steps.slice(0, i), step.step_id) as Step['arguments']
    const sources = listSources(args).map(({ $from }) => $from)
    return { ...step, arguments: args, depends_on: [...new Set([...step.depends_on, ...sources])] }
  })
  const answer = bound.expected_final_answer
  const task = { ...bound, expected_trace: { ...bound.expected_trace, steps: settled } }
  if (answer === undefined) return { task, kept }
  const settledAnswer = settleFields(answer, frozen.expected_final_answer ?? answer, steps, ANSWER)
  return { task: { ...task, expected_final_answer: settledAnswer }, kept }
}
