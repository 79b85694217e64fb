import { type From, holdsBinding, isFrom, listSources, readBindingKey } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { nameWords } from '../../../shared/english.ts'
import { groupBy } from '../../../shared/group.ts'
import { isObject, isScalar, type Json, stringifyStably } from '../../../shared/json.ts'
import { readValueAt, replaceAt } from '../../../shared/pointer.ts'
import { listNodes } from '../../load/nodes.ts'
import { splitItemPointer } from '../../print/rows.ts'
import type { Untraced } from '../bind/bind-suite.ts'
import { statesMoment } from '../bind/stated-moment.ts'
import { nameAt } from '../record/infer-schema.ts'
import { listSourceIds } from './ask-steps.ts'
import type { OutputOf } from './rows.ts'

/** A smaller number is in a result by chance. */
const MIN_FOUND = 10

const isOneOf = (value: Json): boolean => readBindingKey(value) === '$oneOf'

const listOptions = (value: Json): Json[] =>
  isObject(value) && isOneOf(value) ? (value.$oneOf as Json[]) : [value]

/** The item of a list that a place is in; a place in no list is of its result. */
export const readItem = ({ $from, at }: From): string => {
  const item = splitItemPointer(at)
  return item === undefined ? $from : `${$from} ${item.list}/${item.index}`
}

/** The items that a value takes parts of, and the results of calls that were made for them. */
export function listItemsOf(value: Json, steps: readonly Step[]): Set<string> {
  const sources = listNodes(value, isOneOf).flatMap(({ value: from }) => (isFrom(from) ? [from] : []))
  const items = new Set(sources.filter(({ at }) => splitItemPointer(at)).map(readItem))
  if (items.size === 0) return items
  const calls = steps.filter((step) => listSources(step.arguments).some((from) => items.has(readItem(from))))
  return new Set([...items, ...calls.map(({ step_id }) => step_id)])
}

/**
 * Keeps one of several places that show an argument: the only one that has its name. Else it is the only one of the item
 * that the call is about, or the only one that the same argument of each other call has too. Of lists that share an item, the first.
 */
export function narrowPlaces(steps: readonly Step[]): Step[] {
  const toolOf = new Map(steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
  const writeKind = ({ $from, at, via = [] }: From): string =>
    stringifyStably([toolOf.get($from) ?? '', at.replaceAll(/\/\d+(?=\/|$)/g, '/*'), via as Json])
  const byTool = groupBy(steps, ({ tool_name }) => tool_name)
  return steps.map((step, i) => {
    const calls = byTool.get(step.tool_name) ?? []
    const items = listItemsOf(step.arguments, steps.slice(0, i))
    const args = listNodes(step.arguments, isOneOf).reduce((all, { pointer, value }) => {
      if (!isOneOf(value)) return all
      const options = listOptions(value).filter(isFrom)
      const isCommon = (one: From): boolean =>
        calls.length > 1 &&
        calls.every((call) =>
          listOptions(readValueAt(call.arguments, pointer) ?? null).some(
            (other) => isFrom(other) && writeKind(other) === writeKind(one),
          ),
        )
      const tests = [
        ({ at }: From): boolean => nameAt(at) === nameAt(pointer),
        (one: From): boolean => items.has(readItem(one)),
        isCommon,
      ]
      const lists = new Set(options.map(({ $from, at }) => `${$from} ${at.replace(/\/\d+$/, '')}`))
      const areShared = lists.size === options.length && options.every(({ at }) => /\/\d+$/.test(at))
      const kept = areShared
        ? options
        : tests.map((test) => options.filter(test)).find((same) => same.length === 1)
      return kept === undefined ? all : replaceAt(all, pointer, kept[0] as From)
    }, step.arguments)
    return { ...step, arguments: args }
  })
}

/**
 * Reads a value that all items of a list share from the only item that other arguments take: which item has it says
 * nothing.
 */
export function readSharedFromTaken(steps: readonly Step[], outputOf: OutputOf): Step[] {
  const isShared = ({ $from }: From, list: string, give: string): boolean => {
    const items = readValueAt(outputOf($from), list)
    const values = Array.isArray(items) ? items.map((item) => readValueAt(item, give) ?? null) : []
    return values.length > 1 && values.every((value) => isScalar(value) && value === values[0])
  }
  const listOf = ({ $from }: From, list: string): string => `${$from} ${list}`
  const taken = listSources(steps.map((step): Json => step.arguments)).flatMap((from) => {
    const { list, index, give } = splitItemPointer(from.at) ?? {}
    if (list === undefined || index === undefined || isShared(from, list, give ?? '')) return []
    return [{ list: listOf(from, list), index }]
  })
  return steps.map((step) => {
    const args = listNodes(step.arguments).reduce((all, { pointer, value: from }) => {
      const { list, give } = (isFrom(from) && splitItemPointer(from.at)) || {}
      if (!isFrom(from) || list === undefined || !isShared(from, list, give ?? '')) return all
      const indices = new Set(taken.flatMap((one) => (one.list === listOf(from, list) ? one.index : [])))
      const [index] = indices
      return indices.size === 1 ? replaceAt(all, pointer, { ...from, at: `${list}/${index}${give}` }) : all
    }, step.arguments)
    return { ...step, arguments: args }
  })
}

/** Whether the results that a small number was found in call it otherwise: the `total` of a list is not the `days` of a loan. */
const isLoose = (value: Json, pointer: string, binding: Json): boolean =>
  Number.isInteger(value) &&
  Math.abs(value as number) < MIN_FOUND &&
  listSources(binding).every(({ at }) => nameWords(nameAt(at)).every((word) => !namesWord(pointer, word)))

const namesWord = (pointer: string, word: string): boolean => nameWords(nameAt(pointer)).includes(word)

/**
 * Keeps a day or a moment that the prompt states as it is written, though a result shows it too, and a small number that a
 * result has under another name only.
 *
 * @returns The steps, and the numbers, which nothing explains
 */
export function keepRecorded(
  { task_id, expected_trace: { steps } }: Task,
  recorded: readonly Step[],
  prompt: string,
) {
  const loose: Untraced[] = []
  const kept = steps.map((step, i) => {
    const { step_id } = step
    const args = leavesOf(recorded[i]?.arguments ?? null).reduce((all, { pointer, value }) => {
      const binding = (readValueAt(step.arguments, pointer) ?? null) as Json
      if (!holdsBinding(binding)) return all
      if (isLoose(value, pointer, binding))
        loose.push({ task_id, step_id, pointer, value, reason: 'results have it under other names' })
      else if (typeof value !== 'string' || !statesMoment(prompt, value)) return all
      return replaceAt(all, pointer, value)
    }, step.arguments)
    return args === step.arguments ? step : { ...step, arguments: args, depends_on: listSourceIds(args) }
  })
  return { kept, loose }
}
