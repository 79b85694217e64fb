import { type From, isFrom, listSources, readBindingKey } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import { groupBy } from '../../../shared/group.ts'
import { isObject, type Json, stringifyStably } from '../../../shared/json.ts'
import { readValueAt, replaceAt } from '../../../shared/pointer.ts'
import { listNodes } from '../../load/nodes.ts'
import { splitItemPointer } from '../../print/rows.ts'
import { nameAt } from '../record/infer-schema.ts'

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
