import { isFrom, listSources } from '../../schema/binding.ts'
import { isIdName } from '../../shared/id-name.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { plural, singular } from '../../shared/singular.ts'
import { listNodes } from '../load/nodes.ts'
import type { ChoicePrinter } from './choices.ts'
import { printBest, printMost } from './expressions.ts'
import {
  buildChain,
  buildGroup,
  buildMethod,
  type Doc,
  flatten,
  formatProposal,
  joinDocs,
  LINE,
  layOut,
  MAX_PROPOSAL_COLUMNS,
  printKey,
  printPath,
  readSegments,
} from './layout.ts'
import type { Condition } from './old-task.ts'
import {
  type Column,
  findInRows,
  type ItemChoice,
  type ItemRule,
  type ListPlace,
  listFilled,
  type RowTest,
  readPlace,
  type Test,
} from './rows.ts'
import type { FunctionScope } from './scope.ts'
import type { ExpressionPrinter } from './value-place.ts'
import { camelCase, joinWords, splitWords } from './words.ts'

const OPERATORS = { '===': '$eq', '<': '$lt', '<=': '$lte', '>': '$gt', '>=': '$gte', in: '$in' }

/** A test of an item as a condition. */
function buildCondition({ at, minus }: Column, test: Test): Condition {
  const read = (field: string, via: Json = []): JsonObject => ({ $item: field, via })
  const value = minus === undefined ? read(at) : { $calc: 'difference', of: [read(at), read(minus)] }
  const compare = (operator: string, other: Json, one: Json = value): Condition => ({
    [operator]: [one, other],
  })
  switch (test.is) {
    case 'outside':
      return { $or: [compare('$lt', test.from), compare('$gt', test.to)] }
    case 'empty':
    case 'filled':
      return compare(test.is === 'empty' ? '$eq' : '$gt', 0, read(at, ['length']))
    case 'positive':
      return compare('$gt', 0)
    case 'true':
    case 'false':
      return compare('$eq', test.is === 'true')
    case '!==':
      return { $not: compare('$eq', test.value) }
    case 'has':
      return { $in: [test.value, value] }
    default:
      return compare(OPERATORS[test.is], test.place ? { ...test.place } : test.value)
  }
}

/** Variables for items of lists. */
export class ItemVariables {
  private readonly scope: FunctionScope
  private readonly choices: readonly ItemChoice[]
  private readonly values: ExpressionPrinter
  private readonly conditions: ChoicePrinter

  /** @param choices Items that get a variable */
  constructor(
    scope: FunctionScope,
    choices: readonly ItemChoice[],
    values: ExpressionPrinter,
    conditions: ChoicePrinter,
  ) {
    this.scope = scope
    this.choices = choices
    this.values = values
    this.conditions = conditions
  }

  /** A value of an item with a variable, which is declared where it is first read. */
  read(from: ListPlace): string | undefined {
    for (const choice of this.choices) {
      const place = choice.indices.length === 1 ? findInRows(choice.rows, from) : undefined
      if (place !== undefined && place.index === choice.indices[0])
        return this.declareItem(choice, place.list) + printPath(place.at)
    }
    return undefined
  }

  /** The list of several items: a variable, unless they are all items of their list. */
  readSeveral(choice: ItemChoice): Doc {
    const { indices, rows, text } = choice
    if (text === undefined && indices.length === rows.lists[0]?.length) return this.printList(choice, 0)
    const printItems = (): Doc =>
      buildGroup(
        '[',
        indices.map((index) => this.printItem(choice, 0, index)),
        ']',
      )
    return this.declareChoice(choice, 0, [this.nameSeveral(choice)], printItems)
  }

  /** The several items that values go through in their order. */
  findSeveral(values: readonly Json[]): ItemChoice | undefined {
    return this.choices.find(({ rows, indices }) => {
      const found = values.map((value) => {
        const [index, ...others] = new Set(listSources(value).map((from) => findInRows(rows, from)?.index))
        return others.length === 0 ? index : undefined
      })
      return indices.length > 1 && found.join() === indices.join()
    })
  }

  /** The list with the items at their index. */
  printList({ rows }: Pick<ItemChoice, 'rows'>, list: number): Doc {
    const places = listFilled(rows.lists[list])
    const [first] = places as [ListPlace]
    if (first.at === '') {
      const names = places.map(({ $from }) => this.scope.read($from).name)
      return this.scope.results.findRun(places.map(({ $from }) => $from))?.list ?? buildGroup('[', names, ']')
    }
    const starts = places
      .map(({ $from, at }) => ({ $from, at: at.replace(/\/\d+$/, '') }))
      .filter(({ $from }, i, lists) => $from !== lists[i - 1]?.$from)
    const docs = starts.map(({ $from, at }) => this.values.printFrom($from, at))
    if (docs.length === 1) return docs[0] as Doc
    const key = starts.map(({ $from, at }) => `${$from} ${at}`).join()
    const names = [camelCase(readSegments(starts[0]?.at ?? '').at(-1) ?? 'items'), 'items']
    const spread = docs.map((doc): Doc => ['...', doc])
    return this.scope.declareOnce(key, names, () => buildGroup('[', spread, ']'), this.scope.root)
  }

  /** Name for an item of a list: of the list in the singular, else of the parameter that takes it. */
  nameItemOf(choice: ItemChoice, list: number): string {
    const places = listFilled(choice.rows.lists[list])
    const [{ $from, at }] = places as [ListPlace]
    const { results } = this.scope
    if (at === '')
      return (
        results.findRun(places.map(({ $from }) => $from))?.item ??
        singular(joinWords(this.scope.readNoun($from)))
      )
    const name = this.values.nameItem({ $from, at: at.replace(/\/\d+$/, '') }, undefined)
    if (name !== 'item') return name
    const taken = this.listTaken(choice, list).find(({ isId, words }) => isId && words.length > 0)
    return taken ? joinWords(taken.words) : name
  }

  /** The tools that take what is chosen, and the words of their parameters without that for an id. */
  private listTaken({ rows, indices }: ItemChoice, list: number) {
    return this.scope.steps.flatMap(({ tool_name: tool, arguments: args }) =>
      listNodes([args as Json]).flatMap(({ pointer, value }) => {
        const place = isFrom(value) ? findInRows(rows, value) : undefined
        if (place?.list !== list || !indices.includes(place.index)) return []
        const key = readSegments(pointer).findLast((one) => /\D/.test(one)) ?? ''
        const isId = isIdName(key)
        return [{ tool, isId, words: splitWords(key).slice(0, isId ? -1 : undefined) }]
      }),
    )
  }

  /** A name by the call that takes an item: `fromAccount` or `permitToTransfer`; undefined without one that changes it. */
  private nameByCall(choice: ItemChoice, list: number, noun: string): string | undefined {
    const end = splitWords(noun).at(-1) ?? ''
    const names = this.listTaken(choice, list).flatMap(({ tool, words }) => {
      const verb = this.scope.results.readWriteVerb(tool)
      if (verb === undefined || (words.length > 0 && words.at(-1) !== end)) return []
      return [words.length > 1 ? joinWords(words) : camelCase(`${noun} to ${verb}`)]
    })
    // What several writes take is for none of them alone.
    return new Set(names).size === 1 ? names[0] : undefined
  }

  /** Whether another item of the list is chosen too. */
  private hasRival({ rows, indices }: ItemChoice, list: number): boolean {
    const [first] = listFilled(rows.lists[list])
    return this.choices.some(
      (other) =>
        other.indices.length === 1 &&
        other.indices[0] !== indices[0] &&
        first !== undefined &&
        findInRows(other.rows, first)?.list === list,
    )
  }

  /** The item of another list at the index of a named item. */
  printBeside(choice: ItemChoice, list: number, item: string, base = 0): Doc {
    const places = choice.rows.lists[list] ?? []
    const isOfChosen = listFilled(places).length < places.length
    const items = isOfChosen ? this.readSeveral(choice) : this.printList(choice, base)
    return [this.printList(choice, list), '[', items, `.indexOf(${item})]`]
  }

  private printItem({ rows }: ItemChoice, list: number, index: number): Doc {
    const { $from, at } = readPlace(rows, list, index)
    if (at === '') return this.scope.read($from).name
    const isOne = rows.lists[list]?.every((place) => place.$from === $from)
    return [this.printList({ rows }, list), `[${isOne ? (/\d+$/.exec(at)?.[0] ?? '') : index}]`]
  }

  /** Names for the variable of an item, the best one first. */
  private listNames(choice: ItemChoice, list: number, noun: string): string[] {
    const { labels, names } = this.scope.results
    const { $from, at } = readPlace(choice.rows, list, 0)
    const field = readSegments(at).at(-2) ?? noun
    const label = labels.get($from)
    const isOne = listFilled(choice.rows.lists[list]).every((place) => place.$from === $from)
    const [number] = (isOne && label === undefined && /\d+$/.exec(names.get($from)?.name ?? '')) || []
    const labelled = label && !noun.startsWith(label) ? camelCase(`${label} ${noun}`) : undefined
    const byCall = this.nameByCall(choice, list, noun)
    return [
      this.hasRival(choice, list) ? byCall : undefined,
      number && noun + number,
      // The first of `day1` and `day2` has no better right to the noun.
      label && /\d$/.test(label) ? labelled : undefined,
      noun === 'item' ? undefined : noun,
      labelled,
      field === 'items' ? noun : undefined,
      byCall,
      camelCase(`selected ${noun === 'item' ? field : noun}`),
    ].filter((one) => one !== undefined)
  }

  private declareItem(choice: ItemChoice, list: number): string {
    const base = readBase(choice)
    const isBase = list === base || (choice.text === undefined && !choice.isInForce)
    const above = isBase ? undefined : this.declareItem(choice, base)
    const noun = this.nameItemOf(choice, list)
    // Within a loop, the variable of the loop is another item.
    const inLoops = this.scope.here.chain.map(({ item }) => item)
    const names = this.listNames(choice, list, noun).filter((one) => !inLoops.includes(one))
    if (above === undefined)
      return this.declareChoice(choice, list, names, () =>
        this.printItem(choice, list, choice.indices[0] ?? 0),
      )
    const printBeside = (): Doc => this.printBeside(choice, list, above, base)
    return this.scope.declareOnce(buildKey(choice, list), names, printBeside, this.scope.root)
  }

  /** Declares what is chosen, with the question above it. */
  private declareChoice(
    choice: ItemChoice,
    list: number,
    names: readonly string[],
    print: () => Doc,
  ): string {
    const { root } = this.scope
    const [rule] = choice.isInForce ? choice.rules : []
    const printChosen = (): Doc => (rule === undefined ? print() : this.printRule(choice, rule))
    const printNotes = (name: string): string[] => this.printQuestion(choice, name)
    return this.scope.declareOnce(buildKey(choice, list), names, printChosen, root, printNotes)
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
    return camelCase(`selected ${plural(this.nameItemOf(choice, 0))}`)
  }

  /** A list with the rule by which items of it are chosen. */
  private printRule(choice: ItemChoice, { where, by, isGreatest = false, count = 1 }: ItemRule): Doc {
    const base = readBase(choice)
    const compared = by?.list ?? base
    const list = this.printList(choice, compared)
    const method = choice.indices.length === 1 && by === undefined ? 'find' : 'filter'
    const left =
      where.length === 0 ? list : buildMethod(list, this.printFilter(choice, compared, where, method))
    if (by === undefined) return left
    if (count > 1) return printMost(where.length === 0 ? ['[...', list, ']'] : left, by.at, isGreatest, count)
    const best = printBest(left, by.at, isGreatest)
    return compared === base ? best : [this.printList(choice, base), '[', list, '.indexOf(', best, ')]']
  }

  private printFilter(choice: ItemChoice, base: number, where: readonly RowTest[], method: string): Doc {
    const fields = new Set(where.flatMap(({ by }) => [by.at, by.minus ?? by.at].map((at) => at.slice(1))))
    const noun = this.nameItemOf(choice, base)
    const name = this.scope.results.isFree(noun) ? noun : 'one'
    const own = where.filter(({ by }) => by.list === base)
    const [parameter, item] =
      own.length < where.length
        ? [`${own.length === 0 ? '_' : name}, i`, name]
        : [...fields].every((field) => printKey(field) === field)
          ? [`{ ${[...fields].join(', ')} }`, '']
          : [name, name]
    const tests = where.map(({ by, test }) => {
      const tested = by.list === base ? item : `${flatten(this.printList(choice, by.list))}[i]`
      const doc = this.conditions.printCondition(buildCondition(by, test), { item: tested })
      return where.length > 1 && test.is === 'outside' ? ['(', doc, ')'] : doc
    })
    return [`.${method}((${parameter}) => `, buildChain('&&', tests), method === 'find' ? ')!' : ')']
  }
}

/** The list whose items a rule compares. The only item that passes a test is found in the list with the field. */
function readBase({ rules: [rule], indices }: ItemChoice): number {
  const [only] = indices.length === 1 ? (rule?.where ?? []) : []
  return rule?.by?.list ?? only?.by.list ?? 0
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
