import { isFrom } from '../../schema/binding.ts'
import type { Json } from '../../shared/json.ts'
import { listNodes } from '../load/nodes.ts'
import { type ChosenItems, type ListPlace, printBest, printData } from './expressions.ts'
import { type Doc, wrapOperand } from './layout.ts'
import { printPath } from './names.ts'

/** Which items of a list are chosen: those that hold a stated value, and of them the one with the extreme value. */
export interface ItemRule {
  /** The pointer and the text or number that it is compared with. */
  where?: { by: string; sign: '>=' | '<=' | '==='; value: Json }
  by?: string
  isGreatest?: boolean
}

/** Items of a list that a task goes on with, and by which rules they may be chosen. */
export interface ItemChoice extends ChosenItems {
  rules: readonly ItemRule[]
}

/** Items of a list, with a question about them. */
export interface AskedItems extends ChosenItems {
  text?: string
  rules?: readonly ItemRule[]
}

/** The list that a pointer leads into last, and the place of the item in it. */
export function splitItemPointer(at: string): { list: string; index: number; give: string } | undefined {
  const [, list, index, give = ''] = /^(.*)\/(\d+)((?:\/[^/]*\D[^/]*)*)$/.exec(at) ?? []
  return list === undefined ? undefined : { list, index: Number(index), give }
}

const buildListKey = ({ $from, at }: ListPlace): string => `${$from} ${at}`
export const buildChoiceKey = ({ list, indices }: ChosenItems): string =>
  `${buildListKey(list)} ${indices.join()}`

/** The only item of its list that values read, if they read different parts of it; such an item gets a variable. */
export function findOnlyItems(values: readonly Json[]): ChosenItems[] {
  const lists = new Map<string, { list: ListPlace; read: Map<number, Set<string>> }>()
  for (const { value } of listNodes([...values])) {
    const place = isFrom(value) ? splitItemPointer(value.at) : undefined
    if (place === undefined || !isFrom(value)) continue
    const list = { $from: value.$from, at: place.list }
    const { read } = lists.get(buildListKey(list)) ?? { read: new Map<number, Set<string>>() }
    read.set(place.index, (read.get(place.index) ?? new Set()).add(place.give))
    lists.set(buildListKey(list), { list, read })
  }
  return [...lists.values()].flatMap(({ list, read }) => {
    const [[index, parts] = [0, new Set()], ...others] = [...read]
    return others.length === 0 && parts.size > 1 ? [{ list, indices: [index] }] : []
  })
}

/** A list with the rule by which items of it are chosen. */
export function printItemRule(
  list: Doc,
  { where, by, isGreatest }: ItemRule,
  item: string,
  isOne: boolean,
): Doc {
  const method = isOne && by === undefined ? 'find' : 'filter'
  const left: Doc =
    where === undefined
      ? list
      : [
          wrapOperand(list),
          `.${method}((${item}) => ${item}${printPath(where.by)} ${where.sign} `,
          printData(where.value),
          method === 'find' ? ')!' : ')',
        ]
  return by === undefined ? left : printBest(left, by, isGreatest === true)
}
