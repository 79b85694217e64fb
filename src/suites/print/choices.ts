import { type From, isFrom, listStepsReadBy } from '../../schema/binding.ts'
import { tally } from '../../shared/group.ts'
import { isObject, type Json, type JsonObject, readObject, stringifyStably } from '../../shared/json.ts'
import { plural } from '../../shared/singular.ts'
import { printBest, printTransforms } from './expressions.ts'
import { buildChain, buildGroup, type Doc, printPath, wrapOperand } from './layout.ts'
import { type Condition, findOperator } from './old-task.ts'
import { findItemRun } from './runs.ts'
import type { FunctionScope } from './scope.ts'
import type { ExpressionPrinter, ValuePlace } from './value-place.ts'
import { camelCase, joinWords } from './words.ts'

const SIGNS: Readonly<Record<string, readonly [sign: string, opposite: string]>> = {
  $gt: ['>', '<='],
  $gte: ['>=', '<'],
  $lt: ['<', '>='],
  $lte: ['<=', '>'],
  $eq: ['===', '!=='],
}

/** What chooses, without what it gives of the chosen; undefined for other values. */
const writeKey = ({ $pick, of, $find, $all, where, least, greatest }: JsonObject): string | undefined =>
  ($pick ?? $find ?? $all) === undefined
    ? undefined
    : stringifyStably([$pick, of, $find, $all, where, least, greatest].map((part) => part ?? null))

/** Whether a `$pick` gives a part of one of the results that it compares. */
const isUniformPick = ({ of, give }: JsonObject): boolean =>
  [of, give].every((list) => {
    const [first = null] = list as Json[]
    return (list as Json[]).every((one, i) => {
      const score = (of as Json[])[i] ?? null
      const isSame = isFrom(one) && isFrom(first) && isFrom(score) && one.$from === score.$from
      return isSame && one.via === undefined && one.at === first.at
    })
  })

/** Prints bindings that choose among results or items, and conditions. Most choices get a variable. */
export class ChoicePrinter {
  private readonly scope: FunctionScope
  private readonly values: ExpressionPrinter
  /** How often each choice is made. */
  private readonly times: ReadonlyMap<string, number>

  /** @param nodes All parts of the values that are printed */
  constructor(scope: FunctionScope, values: ExpressionPrinter, nodes: readonly Json[]) {
    this.scope = scope
    this.values = values
    this.times = new Map(tally(nodes.filter(isObject).flatMap((node) => writeKey(node) ?? [])))
  }

  /** Name of a variable for what a binding chooses; undefined if it is printed in place. */
  private readName(choice: JsonObject, place: ValuePlace): string | undefined {
    const { here } = this.scope
    if (here.isGuarded || (place.item !== undefined && place.item !== here.item)) return undefined
    const key = writeKey(choice) as string
    const isExtreme = (choice.$pick ?? choice.least ?? choice.greatest) !== undefined
    if (!isExtreme && (this.times.get(key) ?? 0) < 2) return undefined
    return this.scope.declareOnce(key, this.listNames(choice), () => this.printChosen(choice, place))
  }

  private listNames({ $pick, of, $find, $all }: JsonObject): string[] {
    const { here, steps, results } = this.scope
    const item = this.values.nameItem($find ?? $all ?? null, here.item)
    if ($pick === undefined) return [$all === undefined ? item : camelCase(`matching ${plural(item)}`)]
    const tool = steps.find(({ step_id }) => step_id === (of as JsonObject[])[0]?.$from)?.tool_name ?? ''
    const noun = results.readNoun(tool)
    return [joinWords(noun), joinWords([$pick === 'max' ? 'highest' : 'lowest', ...noun])]
  }

  /** The chosen result or item, or the chosen items of an `$all`. */
  private printChosen(value: JsonObject, place: ValuePlace): Doc {
    if (value.$pick !== undefined) {
      const of = value.of as JsonObject[]
      const run = this.scope.results.findRun(of.map(({ $from }) => $from as string))
      const list = run?.list ?? of.map(({ $from }) => this.values.printFrom($from as string, ''))
      const doc = typeof list === 'string' ? list : buildGroup('[', list, ']')
      return printBest(doc, of[0]?.at as string, value.$pick === 'max')
    }
    const pointer = (value.least ?? value.greatest) as string | undefined
    // A choice is of one item in every world that has the task.
    if (value.$find !== undefined && pointer === undefined)
      return [this.printFiltered(value, place, 'find'), '!']
    const filtered = this.printFiltered(value, place, 'filter')
    return pointer === undefined ? filtered : printBest(filtered, pointer, value.least === undefined)
  }

  /** A list of the old JSON, and what chooses of it by a condition. */
  private printFiltered(value: JsonObject, place: ValuePlace, method: string): Doc {
    const list = (value.$find ?? value.$all) as Json
    const doc = wrapOperand(this.values.print(list, place))
    if (value.where === undefined) return doc
    const item = this.values.nameItem(list, place.item)
    return [
      doc,
      `.${method}((${item}) => `,
      this.printCondition(value.where as Condition, { ...place, item }),
      ')',
    ]
  }

  /** The chosen value of several: a part of the chosen result, or of what belongs to it. */
  printPick(value: JsonObject, place: ValuePlace): Doc {
    const { $pick, of, give } = value as { $pick: string; of: Json[]; give: Json[] }
    const readChosen = (): Doc => this.readName(value, place) ?? this.printChosen(value, place)
    if (isUniformPick(value)) return [readChosen(), printPath((give as unknown as From[])[0]?.at ?? '')]
    const beside = this.printBeside(of, give, readChosen)
    if (beside !== undefined) return beside
    const extreme: Doc = [`Math.${$pick}`, this.values.printItems(of, '(', ')', place)]
    if (stringifyStably(of) === stringifyStably(give)) return extreme
    const [gives, scores] = [give, of].map((list) => this.values.printItems(list, '[', ']', place)) as [
      Doc,
      Doc,
    ]
    return [gives, '[', scores, '.indexOf(', extreme, ')]']
  }

  /** What a pick among the results of one list gives: a part of the item at the same place of another list. */
  private printBeside(of: readonly Json[], give: readonly Json[], readChosen: () => Doc): Doc | undefined {
    const results = this.scope.results.findRun(listStepsReadBy(of as Json[]))
    const { list, indices = [], each = null } = findItemRun(give, 2) ?? {}
    const { $item, via } = readObject(each)
    if (
      !isUniformPick({ of: [...of], give: [...of] }) ||
      results === undefined ||
      list === undefined ||
      indices.some((index, i) => index !== i)
    )
      return undefined
    if (typeof $item !== 'string') return undefined
    const place = ['[', `${results.list}.indexOf(`, readChosen(), `)]${printPath($item)}`]
    return printTransforms([this.values.print(list), ...place], via)
  }

  printFind(value: JsonObject, place: ValuePlace): Doc {
    const found = this.readName(value, place) ?? this.printChosen(value, place)
    return [found, printPath(value.give as string, place.mayMiss === true)]
  }

  /** The items that an `$all` chooses. */
  printSelection(value: JsonObject, place: ValuePlace): Doc {
    const name = value.where === undefined ? undefined : this.readName(value, place)
    return name ?? this.printChosen(value, place)
  }

  printCondition(condition: Condition, place: ValuePlace, isNegated = false): Doc {
    const operator = findOperator(condition) as string
    const operand = condition[operator] as Json
    if (operator === '$not') return this.printCondition(operand as Condition, place, !isNegated)
    if (operator === '$and' || operator === '$or') {
      const parts = (operand as Condition[]).map((one) => {
        const doc = this.printCondition(one, place)
        return ['$and', '$or'].includes(findOperator(one) ?? '') ? ['(', doc, ')'] : doc
      })
      const doc = buildChain(operator === '$and' ? '&&' : '||', parts)
      return isNegated ? ['!(', doc, ')'] : doc
    }
    if (operator === '$failed') return (isNegated ? '' : '!') + this.scope.read(operand as string).name
    const print = (value: Json, mayMiss = false): Doc => this.values.print(value, { ...place, mayMiss })
    if (operator === '$exists') return buildChain(isNegated ? '==' : '!=', [print(operand, true), 'null'])
    const [one, other] = operand as [Json, Json]
    const [left, right] = [print(one), print(other)]
    if (operator === '$in') return [isNegated ? '!' : '', wrapOperand(right), '.includes(', left, ')']
    if (operator === '$eq' && typeof other === 'boolean')
      return [isNegated === other ? '!' : '', wrapOperand(left)]
    const sides = [left, right].map((doc) => wrapOperand(doc, / \?\? /))
    return buildChain(SIGNS[operator]?.[isNegated ? 1 : 0] as string, sides)
  }
}
