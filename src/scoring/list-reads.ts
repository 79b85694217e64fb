import { listSources } from '../schema/binding.ts'
import type { ListRead, TaskInWorld } from '../schema/task-in-world.ts'
import { narrowToTools, type ToolTable } from '../schema/tools.ts'
import { type Call, hasSucceeded, type Trace } from '../schema/trace.ts'
import { groupBy } from '../shared/group.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../shared/json.ts'
import { readValueAt, replaceAt } from '../shared/pointer.ts'
import { resolve } from '../tasks/bindings.ts'
import type { StandIns } from './equivalent-reads.ts'
import type { JudgedStep } from './judge-trace.ts'
import { openWorldBefore } from './world-before.ts'

/** Whether a result shows an item anywhere: a value that is equal to it wherever something is taken from it. */
function showsItem(result: Json, item: Json, pointers: readonly string[]): boolean {
  const formatValueAt = (value: Json, pointer: string): string =>
    stringifyStably(readValueAt(value, pointer) ?? null)
  if (pointers.every((pointer) => formatValueAt(result, pointer) === formatValueAt(item, pointer)))
    return true
  return (
    typeof result === 'object' &&
    result !== null &&
    Object.values(result).some((part) => showsItem(part, item, pointers))
  )
}

/** Where the part of a pointer ends that leads to an item of a list; 0 for none. */
function findItemEnd(pointer: string, lists: readonly ListRead[]): number {
  const list = lists.find(({ at }) => pointer.startsWith(`${at}/`))
  return list === undefined ? 0 : `${pointer}/`.indexOf('/', list.at.length + 1)
}

/** What several calls show together: the last result, with the items of all of them in its lists. */
function joinLists(results: readonly Json[], lists: readonly ListRead[]): Json {
  return lists.reduce((whole, { at }) => {
    const items = results.flatMap((result) => {
      const list = readValueAt(result, at)
      return Array.isArray(list) ? list : []
    })
    return replaceAt(whole, at, [...new Map(items.map((item) => [stringifyStably(item), item])).values()])
  }, results.at(-1) as Json)
}

/**
 * Lets the reads of a list stand together for its step: with a filter, page by page, or with a larger limit. They do
 * where each step that takes items was called after they showed these items. Where nothing is taken, the items alone
 * count: a function cannot be asked what it would decide by them.
 */
export function listReads(
  here: TaskInWorld<ToolTable>,
  judged: readonly JudgedStep[],
  trace: Trace,
): StandIns {
  const standIns = new Map<string, Call>()
  const { task, seed, expansion } = here
  const tools = narrowToTools(here.tools)
  if (expansion === undefined || tools === undefined) return standIns
  const { lists } = expansion
  const isRight = ({ call, leaves }: JudgedStep): boolean =>
    call !== undefined && leaves.every(({ right }) => right)

  const joinReads = (item: JudgedStep, reads: readonly ListRead[]): Call | undefined => {
    const { step } = item
    const others = new Set(judged.filter((other) => other !== item && isRight(other)).map(({ call }) => call))
    const users = judged.filter((other) => other.step.depends_on.includes(step.step_id))
    const firstUse = Math.min(Infinity, ...users.flatMap(({ call }) => call?.started ?? []))
    const pool = trace.calls
      .filter((call) => call.tool_name === step.tool_name && hasSucceeded(call) && !others.has(call))
      .sort((a, b) => a.ended - b.ended)
    const last = pool.findLast(({ ended }) => ended < firstUse)
    if (last === undefined || tools.get(step.tool_name)?.effect !== 'read') return undefined
    const args = resolve(step.arguments, (id) => judged.find((one) => one.step.step_id === id)?.call?.result)
    const result = isObject(args)
      ? tools.execute(step.tool_name, args, openWorldBefore(last, trace, tools, seed))
      : undefined
    if (result?.ok !== true) return undefined
    const output: Json = result.output
    const listShown = (before: number): Json[] =>
      pool.filter(({ ended }) => ended < before).map((call) => call.result as Json)
    const listPointers = (value: Json): string[] =>
      listSources(value).flatMap(({ $from, at }) => ($from === step.step_id ? [at] : []))
    const taken = [...judged.map((user) => user.step.arguments), task.expected_final_answer ?? null].flatMap(
      listPointers,
    )
    /** Whether calls before a time show each item that pointers lead into. */
    const areShown = (pointers: readonly string[], before: number): boolean => {
      const shown = listShown(before)
      /** Pointers below an item, by the item's own; those that lead to no item by the whole output's. */
      const byItem = groupBy(pointers, (pointer) => pointer.slice(0, findItemEnd(pointer, reads)))
      return [...byItem].every(([place, inside]) => {
        const value = readValueAt(output, place)
        const below = inside.map((pointer) => pointer.slice(place.length))
        return value !== undefined && shown.some((one) => showsItem(one, value, below))
      })
    }
    const isEnough =
      taken.length > 0
        ? areShown(listPointers(task.expected_final_answer ?? null), Infinity) &&
          users.every((user) => {
            const pointers = listPointers(user.step.arguments)
            // A step that takes no item may be decided by any of them.
            return areShown(pointers.length > 0 ? pointers : taken, user.call?.started ?? Infinity)
          })
        : isSubsetOrSuperset(joinLists(listShown(firstUse), reads), output, reads)
    return isEnough ? { ...last, arguments: args as JsonObject, result: output } : undefined
  }

  for (const item of judged) {
    const reads = lists.filter(({ stepId }) => stepId === item.step.step_id)
    if (reads.length === 0 || isRight(item)) continue
    const call = joinReads(item, reads)
    if (call !== undefined) standIns.set(item.step.step_id, call)
  }
  return standIns
}

/** Whether lists show some of the items that were asked for and no others, or all of them and more. */
const isSubsetOrSuperset = (shown: Json, output: Json, lists: readonly ListRead[]): boolean =>
  lists.every(({ at }) => {
    const [some, all] = [shown, output].map((value) => {
      const list = readValueAt(value, at)
      return new Set(Array.isArray(list) ? list.map(stringifyStably) : [])
    }) as [Set<string>, Set<string>]
    return (
      [...some].every((item) => all.has(item)) || (all.size > 0 && [...all].every((item) => some.has(item)))
    )
  })
