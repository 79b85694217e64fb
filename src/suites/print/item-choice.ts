import { isFrom, listSources } from '../../schema/binding.ts'
import { nameWords } from '../../shared/english.ts'
import type { Json } from '../../shared/json.ts'
import { plural, singular } from '../../shared/singular.ts'
import { printBest, printData } from './expressions.ts'
import {
  buildGroup,
  buildMethod,
  type Doc,
  flatten,
  formatProposal,
  joinDocs,
  LINE,
  layOut,
  MAX_PROPOSAL_COLUMNS,
} from './layout.ts'
import { camelCase, printPath, readSegments } from './names.ts'
import {
  findInRows,
  type ItemChoice,
  type ItemPlaces,
  type ItemRule,
  type ListPlace,
  listFilled,
  type RowTest,
  readPlace,
  type Test,
} from './rows.ts'
import type { FunctionScope } from './scope.ts'

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/

/** A test of a value as code. */
function printTest(value: string, test: Test, printPlace: (place: ListPlace) => Doc): Doc {
  const printBound = (bound: Json, place?: ListPlace): Doc => (place ? printPlace(place) : printData(bound))
  switch (test.is) {
    case 'in':
      return [printBound(test.value, test.place), `.includes(${value})`]
    case 'outside':
      return [`${value} < `, printData(test.from), ` || ${value} > `, printData(test.to)]
    case 'empty':
      return `${value}.length === 0`
    case 'filled':
      return `${value}.length > 0`
    case 'positive':
      return `${value} > 0`
    case 'true':
      return value
    case 'false':
      return `!${value}`
    default:
      return [`${value} ${test.is} `, printBound(test.value, test.place)]
  }
}

interface ItemPrinter {
  printFrom(stepId: string, at: string): Doc
  nameItem(list: Json, taken: string | undefined): string
}

/** Variables for items of lists. */
export class ItemVariables {
  private readonly scope: FunctionScope
  private readonly choices: readonly ItemChoice[]
  private readonly printer: ItemPrinter
  private readonly names = new Map<string, string>()

  /** @param choices Items that get a variable */
  constructor(scope: FunctionScope, choices: readonly ItemChoice[], printer: ItemPrinter) {
    this.scope = scope
    this.choices = choices
    this.printer = printer
  }

  /** A value of an item with a variable, which is declared where it is first read. */
  read(from: ListPlace): string | undefined {
    for (const choice of this.choices) {
      const place = choice.indices.length === 1 ? findInRows(choice.rows, from) : undefined
      if (place === undefined || place.index !== choice.indices[0]) continue
      // A read that the choice itself needs stays as it is.
      const name = this.declareItem(choice, place.list)
      if (name !== undefined) return name + printPath(place.at)
    }
    return undefined
  }

  /** The list of several items: a variable, unless they are all items of their list. */
  readSeveral(choice: ItemChoice): Doc {
    const { indices, rows, text } = choice
    if (text === undefined && indices.length === rows.lists[0]?.length) return this.printList(choice, 0)
    const key = buildKey(choice, 0)
    const known = this.names.get(key)
    if (known !== undefined) return known
    const name = this.declare(key, [this.nameSeveral(choice)])
    const { here, root } = this.scope
    this.scope.here = root
    const docs = indices.map((index) => this.printItem(choice, 0, index))
    this.declareChoice(choice, name, buildGroup('[', docs, ']'))
    this.scope.here = here
    return name
  }

  /** The several items that values go through in their order. */
  findSeveral(values: readonly Json[]): ItemChoice | undefined {
    return this.choices.find(({ rows, indices }) => {
      const found = values.map((value) => (isFrom(value) ? findInRows(rows, value)?.index : undefined))
      return indices.length > 1 && found.join() === indices.join()
    })
  }

  /** The list with the items at their index. */
  printList({ rows }: ItemChoice, list: number): Doc {
    const places = listFilled(rows.lists[list])
    const [first] = places as [ListPlace]
    if (first.at === '') {
      for (const { $from } of places) this.scope.read($from)
      const run = this.scope.results.findRun(places.map(({ $from }) => ({ $from, at: '' })))
      return (
        run?.list ??
        buildGroup(
          '[',
          places.map(({ $from }) => this.scope.read($from).name),
          ']',
        )
      )
    }
    const lists = places.map(({ $from, at }) => ({ $from, at: at.replace(/\/\d+$/, '') }))
    const starts = lists.filter(({ $from }, i) => $from !== lists[i - 1]?.$from)
    const [only = first, ...others] = starts
    if (others.length === 0) return this.printer.printFrom(only.$from, only.at)
    const key = starts.map(({ $from, at }) => `${$from} ${at}`).join()
    const known = this.names.get(key)
    if (known !== undefined) return known
    const parts = starts.map(({ $from, at }): Doc => ['...', this.printer.printFrom($from, at)])
    const name = this.declare(key, [camelCase(readSegments(only.at).at(-1) ?? 'items'), 'items'])
    this.scope.root.statements.push({ doc: [`const ${name} = `, buildGroup('[', parts, ']')] })
    return name
  }

  /** Name for an item of a list, in the singular. */
  nameItemOf({ rows }: ItemChoice, list: number): string {
    const places = listFilled(rows.lists[list])
    const [{ $from, at }] = places as [ListPlace]
    if (at === '') {
      const run = this.scope.results.findRun(places.map((one) => ({ $from: one.$from, at: '' })))
      const tool = this.scope.steps.find(({ step_id }) => step_id === $from)?.tool_name ?? ''
      return run?.item ?? singular(camelCase(this.scope.results.readNoun(tool).join(' ')))
    }
    return this.printer.nameItem({ $from, at: at.replace(/\/\d+$/, '') }, undefined)
  }

  /** The item of another list at the index of a named item. */
  printBeside(choice: ItemChoice, list: number, item: string, base = 0): Doc {
    const { rows } = choice
    const isOfChosen = listFilled(rows.lists[list]).length < (rows.lists[list] ?? []).length
    const items = isOfChosen ? this.readSeveral(choice) : this.printList(choice, base)
    return [this.printList(choice, list), '[', items, `.indexOf(${item})]`]
  }

  private declare(key: string, names: readonly string[]): string {
    const name = this.scope.results.findFree(...names)
    this.names.set(key, name)
    return name
  }

  private printItem({ rows }: ItemChoice, list: number, index: number): Doc {
    const { $from, at } = readPlace(rows, list, index)
    if (at === '') return this.scope.read($from).name
    const places = rows.lists[list] as ItemPlaces
    const isOne = new Set(places.map((place) => place.$from)).size === 1
    const own = isOne ? Number(/\d+$/.exec(at)?.[0]) : index
    return [this.printList({ rows, indices: [], rules: [] }, list), `[${own}]`]
  }

  /** The list whose items a rule compares. The only item that passes a test is found in the list with the field. */
  private readBase({ rules: [rule], indices }: ItemChoice): number {
    const [only] = indices.length === 1 ? (rule?.where ?? []) : []
    return rule?.by?.list ?? only?.by.list ?? 0
  }

  private declareItem(choice: ItemChoice, list: number): string | undefined {
    const key = buildKey(choice, list)
    const known = this.names.get(key)
    if (known !== undefined) return known
    const base = this.readBase(choice)
    const { here, root } = this.scope
    this.scope.here = root
    const isBase = list === base || (choice.text === undefined && !choice.isInForce)
    const above = isBase ? undefined : this.declareItem(choice, base)
    const noun = this.nameItemOf(choice, list)
    const field = readSegments(readPlace(choice.rows, list, 0).at).at(-2) ?? noun
    const rival = this.hasRival(choice) ? this.nameByVerb(choice, noun, () => true) : undefined
    // Within a loop, the variable of the loop is another item.
    const inLoops = here.chain.map(({ item }) => item)
    const names = [
      ...(rival === undefined ? [] : [rival]),
      ...(noun === 'item' ? [] : [noun]),
      camelCase(field === 'items' ? 'item' : `selected ${noun === 'item' ? field : noun}`),
    ]
    const name = this.declare(
      key,
      names.filter((one) => !inLoops.includes(one)),
    )
    if (above === undefined)
      this.declareChoice(choice, name, this.printItem(choice, list, choice.indices[0] as number))
    else root.statements.push({ doc: [`const ${name} = `, this.printBeside(choice, list, above, base)] })
    this.scope.here = here
    return name
  }

  /** Declares what is chosen, with the question above it. */
  private declareChoice(choice: ItemChoice, name: string, doc: Doc): void {
    const notes = this.printQuestion(choice, name)
    const [rule] = choice.isInForce ? choice.rules : []
    const chosen = rule === undefined ? doc : this.printRule(choice, rule)
    this.scope.root.statements.push({ doc: [`const ${name} = `, chosen], notes })
  }

  /** The question about items, with the rules that are not in force as code. */
  printQuestion(choice: ItemChoice, name = this.nameSeveral(choice)): string[] {
    const { text, rules, isInForce = false } = choice
    if (text === undefined) return []
    const codes = rules.map((rule): Doc => [`const ${name} = `, this.printRule(choice, rule)])
    const proposal = isInForce ? '' : layOut(joinDocs(codes, LINE), [], MAX_PROPOSAL_COLUMNS)
    return [`TODO: ${text}${formatProposal(proposal)}`]
  }

  private nameSeveral(choice: ItemChoice): string {
    const noun = this.nameItemOf(choice, 0)
    const isForNoun = (tool: string): boolean =>
      singular(camelCase(this.scope.results.readNoun(tool).join(' '))) === noun
    return this.nameByVerb(choice, plural(noun), isForNoun) ?? camelCase(`selected ${plural(noun)}`)
  }

  /** Whether another item of the list is chosen too. */
  private hasRival({ rows, indices: [index] }: ItemChoice): boolean {
    const [first] = rows.lists[0] ?? []
    return this.choices.some(
      ({ rows: theirs, indices }) =>
        !indices.includes(index as number) &&
        theirs.lists[0]?.some(({ $from, at }) => $from === first?.$from && at === first.at),
    )
  }

  /** A name by the verb of the call that takes what is chosen: `disksToDelete`; undefined without such a call. */
  private nameByVerb(
    { rows, indices }: ItemChoice,
    noun: string,
    isMeant: (tool: string) => boolean,
  ): string | undefined {
    const takes = (from: ListPlace): boolean => {
      const place = findInRows(rows, from)
      return place !== undefined && indices.includes(place.index)
    }
    const passes = rows.lists.filter((places) => listFilled(places).length === places.length)
    const call = this.scope.steps.find(
      ({ step_id, tool_name, arguments: args }) =>
        isMeant(tool_name) &&
        passes.every((places) => places.every(({ $from }) => $from !== step_id)) &&
        listSources(args).some(takes),
    )
    const [verb] = nameWords(call?.tool_name ?? '')
    return verb === undefined ? undefined : camelCase(`${noun} to ${verb}`)
  }

  /** A list with the rule by which items of it are chosen. */
  private printRule(choice: ItemChoice, { where, by, isGreatest = false }: ItemRule): Doc {
    const base = this.readBase(choice)
    const compared = by?.list ?? base
    const list = this.printList(choice, compared)
    const isOne = choice.indices.length === 1
    const left: Doc =
      where.length === 0
        ? list
        : buildMethod(list, this.printFilter(choice, compared, where, isOne && by === undefined))
    if (by === undefined) return left
    const best = printBest(left, by.at, isGreatest)
    return compared === base ? best : [this.printList(choice, base), '[', list, '.indexOf(', best, ')]']
  }

  private printFilter(choice: ItemChoice, base: number, where: readonly RowTest[], isOne: boolean): Doc {
    const listFields = ({ by }: RowTest): string[] => [by.at, ...(by.minus === undefined ? [] : [by.minus])]
    const fields = [...new Set(where.flatMap(listFields))]
    const isPlain = fields
      .map((field) => readSegments(field))
      .every(([key = '', ...more]) => more.length === 0 && PLAIN_KEY.test(key))
    const item = this.nameFree(this.nameItemOf(choice, base))
    const isOwn = where.every(({ by }) => by.list === base)
    const start = isOwn
      ? isPlain
        ? `({ ${fields.map((field) => field.slice(1)).join(', ')} })`
        : `(${item})`
      : `(${where.some(({ by }) => by.list === base) ? item : '_'}, i)`
    const tests = where.map((one) => {
      const { list } = one.by
      const owner = list === base ? item : `${flatten(this.printList(choice, list))}[i]`
      const values = listFields(one).map((field) =>
        isOwn && isPlain ? field.slice(1) : owner + printPath(field),
      )
      return printTest(values.join(' - '), one.test, ({ $from, at }) => this.printer.printFrom($from, at))
    })
    return [`.${isOne ? 'find' : 'filter'}(${start} => `, joinDocs(tests, ' && '), isOne ? ')!' : ')']
  }

  /** A name for a parameter that hides no variable. */
  private nameFree(name: string): string {
    return this.scope.results.isFree(name) ? name : 'one'
  }
}

const buildKey = ({ rows, indices }: ItemChoice, list: number): string => {
  const { $from, at } = readPlace(rows, list, 0)
  return `${$from} ${at} ${indices.join()}`
}

/** Names that items of lists get, so that no result has them. */
export const listItemNames = (items: readonly ItemChoice[]): Set<string> =>
  new Set(
    items.flatMap(({ rows }) =>
      rows.lists.flatMap(([first]) => {
        const key = readSegments(first?.at ?? '').at(-2) ?? ''
        return key === '' || singular(key) === key ? [] : [camelCase(singular(key))]
      }),
    ),
  )
