import { type From, isFrom } from '../../schema/binding.ts'
import type { Json } from '../../shared/json.ts'
import { plural } from '../../shared/singular.ts'
import { listNodes } from '../load/nodes.ts'
import { type ChosenItems, type ListPlace, printBest, printData } from './expressions.ts'
import {
  buildGroup,
  type Doc,
  formatProposal,
  joinDocs,
  LINE,
  layOut,
  MAX_PROPOSAL_COLUMNS,
  wrapOperand,
} from './layout.ts'
import { camelCase, printPath } from './names.ts'
import type { FunctionScope } from './scope.ts'

/** Which items of a list are chosen: those that hold a stated value, and of them the one with the extreme value. */
export interface ItemRule {
  /** The pointer and the text or number that it is compared with. */
  where?: { by: string; sign: '>=' | '<=' | '==='; value: Json }
  by?: string
  isGreatest?: boolean
  /** The results of calls for all items of the list, if these hold the stated value and not the items. */
  of?: readonly From[]
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
function printItemRule(
  list: Doc,
  { where, by, isGreatest }: ItemRule,
  item: string,
  isOne: boolean,
  results?: string,
): Doc {
  const method = isOne && by === undefined ? 'find' : 'filter'
  const [start, compared] = results === undefined ? [item, item] : ['_, i', `${results}[i]`]
  const left: Doc =
    where === undefined
      ? list
      : [
          wrapOperand(list),
          `.${method}((${start}) => ${compared}${printPath(where.by)} ${where.sign} `,
          printData(where.value),
          method === 'find' ? ')!' : ')',
        ]
  return by === undefined ? left : printBest(left, by, isGreatest === true)
}

/** Variables for items of lists. */
export class ItemVariables {
  private readonly scope: FunctionScope
  private readonly items: ReadonlyMap<string, AskedItems>
  private readonly printer: {
    printFrom(stepId: string, at: string): Doc
    nameItem(list: Json, taken: string | undefined): string
  }
  private readonly names = new Map<string, string>()

  /** @param items Items that get a variable in any case */
  constructor(scope: FunctionScope, items: readonly AskedItems[], printer: ItemVariables['printer']) {
    this.scope = scope
    this.items = new Map(items.map((one) => [buildChoiceKey(one), one]))
    this.printer = printer
  }

  /** Name of a variable for items of a list, which is declared where it is first read. */
  read(items: ChosenItems, isNeeded = false): string | undefined {
    const key = buildChoiceKey(items)
    const asked = this.items.get(key) ?? (isNeeded ? items : undefined)
    const known = this.names.get(key)
    if (asked === undefined || known !== undefined) return known
    const { list, indices } = items
    const { here, root, results } = this.scope
    const [isOne, item] = [indices.length === 1, this.printer.nameItem(list, undefined)]
    const name = results.findFree(
      ...(isOne ? [item] : []),
      camelCase(`chosen ${isOne ? item : plural(item)}`),
    )
    this.scope.here = root
    const start = this.printer.printFrom(list.$from, list.at)
    const docs = indices.map((index): Doc => [start, `[${index}]`])
    const notes = this.describeItems(asked, name)
    this.names.set(key, name)
    root.statements.push({
      doc: [`const ${name} = `, isOne ? (docs[0] as Doc) : buildGroup('[', docs, ']')],
      notes,
    })
    this.scope.here = here
    return name
  }

  /** The list with the results that a rule is about. */
  private nameResults({ of = [] }: ItemRule): string | undefined {
    for (const { $from } of of) this.scope.read($from)
    return this.scope.results.findRun(of.map(({ $from }) => ({ $from, at: '' })))?.list
  }

  /** A question about items of a list, with each rule by which they may be chosen as code. */
  private describeItems({ list, indices, text, rules = [] }: AskedItems, name: string): string[] {
    if (text === undefined) return []
    const doc = this.printer.printFrom(list.$from, list.at)
    const item = this.printer.nameItem(list, undefined)
    const lines = rules.map((rule) => [
      `const ${name} = `,
      printItemRule(doc, rule, item, indices.length === 1, this.nameResults(rule)),
    ])
    return [`TODO: ${text}${formatProposal(layOut(joinDocs(lines, LINE), [], MAX_PROPOSAL_COLUMNS))}`]
  }
}
