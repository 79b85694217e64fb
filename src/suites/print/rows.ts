import { type From, isFrom, isTemplate, listSources } from '../../schema/binding.ts'
import { groupBy } from '../../shared/group.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { listNodes } from '../load/nodes.ts'

/** Where a value is in the result of a step. */
export interface ListPlace {
  $from: string
  /** JSON Pointer. */
  at: string
}

/** Where each item of a list is: in a result, or as the result of a call; `$from` is empty for an item without a call. */
export type ItemPlaces = readonly ListPlace[]

/** The places of a list that hold an item. */
export const listFilled = (places: ItemPlaces = []): ItemPlaces => places.filter(({ $from }) => $from !== '')

/** Lists whose items at one index belong together: a list, then the results of the calls that were made for each item. */
export interface Rows {
  lists: readonly ItemPlaces[]
}

/** A field of the items of one of these lists, or its difference to another field. */
export interface Column {
  list: number
  at: string
  minus?: string
}

/** What a field has to be. A value may be that of a place in another result. */
export type Test =
  | { is: '===' | '!==' | '<' | '<=' | '>' | '>=' | 'in' | 'has'; value: Json; place?: ListPlace }
  | { is: 'outside'; from: Json; to: Json }
  | { is: 'empty' | 'filled' | 'positive' | 'true' | 'false' }

/** A test of a field of each item. */
export interface RowTest {
  by: Column
  test: Test
}

/** Which items are chosen: those that pass all tests, and of them the first, or those with an extreme value. */
export interface ItemRule {
  where: readonly RowTest[]
  by?: Column
  isGreatest?: boolean
  /** How many items have the extreme values, the most extreme one first; 1 if it is left out. */
  count?: number
  /** Whether only the first item that passes is chosen. */
  isFirst?: boolean
}

/** Items that a task goes on with, and by which rules they may be chosen. */
export interface ItemChoice {
  rows: Rows
  indices: readonly number[]
  rules: readonly ItemRule[]
  /** Whether the first rule is printed as the code, and not as a proposal. */
  isInForce?: boolean
  /** The question; without it, nothing is asked. */
  text?: string
}

/** Where a value is within the items of rows. */
export interface RowPlace {
  list: number
  index: number
  /** JSON Pointer from the item. */
  at: string
}

/** Where an item of one of the lists is. */
export const readPlace = ({ lists }: Rows, list: number, index: number): ListPlace =>
  lists[list]?.[index] ?? { $from: '', at: '' }

const isWithin = (at: string, start: string): boolean => at === start || at.startsWith(`${start}/`)

/** Where rows have a value; the list of calls is meant before a list of their results. */
export function findInRows({ lists }: Rows, { $from, at }: ListPlace): RowPlace | undefined {
  for (const [list, places] of lists.entries()) {
    const index = places.findIndex((place) => place.$from === $from && isWithin(at, place.at))
    if (index >= 0) return { list, index, at: at.slice((places[index] as ListPlace).at.length) }
  }
  return undefined
}

/** The list that a pointer leads into last, and the place of the item in it. */
export function splitItemPointer(at: string): { list: string; index: number; give: string } | undefined {
  const [, list, index, give = ''] = /^(.*)\/(\d+)((?:\/[^/]*\D[^/]*)*)$/.exec(at) ?? []
  return list === undefined ? undefined : { list, index: Number(index), give }
}

/** The only item of its list that values read, if they read it more than once; such an item gets a variable. */
export function findOnlyItems(values: readonly Json[]): ItemChoice[] {
  const read = new Map<string, { list: ListPlace; items: Map<number, string[]> }>()
  for (const { value } of listNodes([...values])) {
    const place = isFrom(value) ? splitItemPointer(value.at) : undefined
    if (place === undefined || !isFrom(value)) continue
    const list = { $from: value.$from, at: place.list }
    const key = `${list.$from} ${list.at}`
    const { items } = read.get(key) ?? { items: new Map<number, string[]>() }
    items.set(place.index, [...(items.get(place.index) ?? []), place.give])
    read.set(key, { list, items })
  }
  return [...read.values()].flatMap(({ list: { $from, at }, items }): ItemChoice[] => {
    const [[index, parts] = [0, []], ...others] = [...items]
    if (others.length > 0 || parts.length < 2) return []
    const places = Array.from({ length: index + 1 }, (_, i) => ({ $from, at: `${at}/${i}` }))
    return [{ rows: { lists: [places] }, indices: [index], rules: [] }]
  })
}

/** Keys of the answer and gaps of templates, by the step that alone fills them. */
export function readKeys(values: readonly Json[]): Map<string, string[]> {
  const keys = new Map<string, string[]>()
  const add = (key: string, value: Json): void => {
    const steps = new Set(listSources(value).map(({ $from }) => $from))
    for (const step of steps) if (steps.size === 1) keys.set(step, [...(keys.get(step) ?? []), key])
  }
  for (const { value: node } of values.flatMap((value) => listNodes(value)))
    if (isTemplate(node)) {
      for (const part of node.$template)
        if (isObject(part as Json)) add((part as { gap: string }).gap, (part as { is: Json }).is)
    } else if (isObject(node) && !('gap' in node) && !Object.keys(node).some((key) => key.startsWith('$')))
      for (const [key, part] of Object.entries(node)) add(key, part as Json)
  return keys
}

/** Whether a value reads a result, in a task or within a choice of the old JSON. */
const readsResult = (value: unknown): value is From =>
  isObject(value) && typeof value.$from === 'string' && typeof value.at === 'string'

/** First keys of the pointers into the output of each step; an empty one where the output is used as a whole. */
export function readFields(values: readonly unknown[]): Map<string, Set<string>> {
  const nodes = values.flatMap((value) => listNodes(value)).map(({ value }) => value)
  const fields = [...groupBy(nodes.filter(readsResult), ({ $from }) => $from)]
  return new Map(fields.map(([step, of]) => [step, new Set(of.map(({ at }) => at.split('/')[1] ?? ''))]))
}
