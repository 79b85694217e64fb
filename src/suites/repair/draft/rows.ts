import { type From, isFrom, readBindingKey } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { groupBy } from '../../../shared/group.ts'
import type { Json } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { listNodes } from '../../load/nodes.ts'
import { findInRows, type ItemPlaces, type Rows } from '../../print/rows.ts'

/** What takes values of earlier results: the arguments of a step, or the answer. */
export interface Taker {
  step_id?: string
  tool?: string
  sources: readonly { pointer: string; from: From }[]
}

/** Rows with their values, and the tools that take values of some of them. */
export interface FoundRows extends Rows {
  items: readonly (readonly Json[])[]
  /** Calls that were made for each item. */
  passes: ReadonlySet<string>
}

export type OutputOf = (stepId: string) => Json

/** The bindings that say one place. */
const listFroms = (value: Json): Taker['sources'] =>
  listNodes(value, (one) => readBindingKey(one) === '$oneOf').flatMap(({ pointer, value: from }) =>
    isFrom(from) ? [{ pointer, from }] : [],
  )

export const listTakers = ({ expected_trace: { steps }, expected_final_answer: answer }: Task): Taker[] => [
  ...steps.map(({ step_id, tool_name, arguments: args }) => {
    return { step_id, tool: tool_name, sources: listFroms(args) }
  }),
  { sources: listFroms(answer ?? null) },
]

/** Of fewer items, none is chosen. */
const MIN_ITEMS = 2

/** The lists of results that takers read an item of; the pages of one list are one. */
function listLists(takers: readonly Taker[], outputOf: OutputOf): ItemPlaces[] {
  const lists = takers.flatMap(({ sources }) =>
    sources.flatMap(({ from: { $from, at } }) =>
      [...at.matchAll(/\/\d+(?=\/|$)/g)].map(({ index }) => ({ $from, at: at.slice(0, index) })),
    ),
  )
  const distinct = [...groupBy(lists, ({ $from, at }) => `${$from} ${at}`).values()].flatMap(
    ([one]) => one ?? [],
  )
  const toolOf = (id: string): string | undefined => takers.find(({ step_id }) => step_id === id)?.tool
  /** The calls for the pages that a list is on: each takes from an earlier one where to go on. */
  const listPages = ($from: string): string[] => {
    const same = takers.filter(({ tool }) => tool === toolOf($from)).map(({ step_id }) => step_id as string)
    const goesOn = (id: string): boolean =>
      takers.some(
        (one) =>
          one.step_id === id &&
          one.sources.some(({ from }) => same.includes(from.$from) && !/\/\d/.test(from.at)),
      )
    return same.slice(1).every(goesOn) ? same : [$from]
  }
  const places = distinct.map(({ $from, at }) =>
    listPages($from).flatMap((step) => {
      const items = readValueAt(outputOf(step), at)
      return Array.isArray(items) ? items.map((_, i) => ({ $from: step, at: `${at}/${i}` })) : []
    }),
  )
  const whole = places.filter((list) => list.length >= MIN_ITEMS)
  return [...groupBy(whole, ([first]) => `${first?.$from} ${first?.at}`).values()].flatMap((same) =>
    same.slice(0, 1),
  )
}

/** Lists with the results of calls that were made for each item, and results of calls that belong to no list. */
export function findRows(takers: readonly Taker[], outputOf: OutputOf): FoundRows[] {
  const byTool = [...groupBy(takers, ({ tool = '' }) => tool)].filter(([tool]) => tool !== '')
  const joined = listLists(takers, outputOf).map((list): ItemPlaces[] => {
    const passes = byTool.flatMap(([, calls]): ItemPlaces[] => {
      const indexOf = ({ sources }: Taker): number[] => [
        ...new Set(sources.flatMap(({ from }) => findInRows({ lists: [list] }, from)?.index ?? [])),
      ]
      const reading = calls.filter((one) => indexOf(one).length > 0)
      const isPass =
        reading.length === list.length && reading.every((one, i) => indexOf(one).join() === String(i))
      return isPass ? [reading.map(({ step_id }) => ({ $from: step_id as string, at: '' }))] : []
    })
    return [list, ...passes]
  })
  const inList = new Set(joined.flatMap((lists) => lists.flatMap((list) => list.map(({ $from }) => $from))))
  const alone = byTool.flatMap(([, calls]): ItemPlaces[][] => {
    const ids = calls.map(({ step_id }) => step_id as string)
    return ids.length < MIN_ITEMS || ids.some((id) => inList.has(id))
      ? []
      : [[ids.map(($from) => ({ $from, at: '' }))]]
  })
  return [...joined, ...alone].map((lists): FoundRows => {
    const passes = new Set(lists.slice(1).flatMap((list) => list.map(({ $from }) => $from)))
    const items = lists.map((list) => list.map(({ $from, at }) => readValueAt(outputOf($from), at) ?? null))
    return { lists, items, passes }
  })
}
