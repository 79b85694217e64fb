import {
  dropUndefinedFields,
  isObject,
  type Json,
  type JsonObject,
  stringifyStably,
} from '../../../shared/json.ts'
import { plural, singular } from '../../../shared/singular.ts'
import { printBest, printRound, printTransforms } from '../expressions.ts'
import { buildChain, type Doc, wrapOperand } from '../layout.ts'
import { camelCase, printPath } from '../names.ts'
import type { ValuePlace } from '../value-place.ts'
import { ValuePrinter } from '../values.ts'
import { type Condition, findOperator, readOldKey } from './old-task.ts'
import type { OldScope } from './scope.ts'

const SIGNS: Readonly<Record<string, readonly [sign: string, opposite: string]>> = {
  $gt: ['>', '<='],
  $gte: ['>=', '<'],
  $lt: ['<', '>='],
  $lte: ['<=', '>'],
  $eq: ['===', '!=='],
}

/** Prints values of the old JSON, which may choose, and its conditions. */
export class OldValuePrinter extends ValuePrinter {
  declare protected readonly scope: OldScope

  protected override printOwn(value: JsonObject, place: ValuePlace): Doc | undefined {
    const key = readOldKey(value)
    if (key === '$each')
      return printTransforms(this.printOutputs(value.$each as string, value.at as string), value.via)
    if (key === '$first') return this.printFirst(value.$first as JsonObject[], place)
    if (key === '$find') return printTransforms(this.printFind(value, place), value.via)
    if (key === '$all') return printTransforms(this.printAll(value, place), value.via)
    return super.printOwn(value, place)
  }

  /** The first value that is there; transforms that all options share are applied once. */
  private printFirst(options: readonly JsonObject[], place: ValuePlace): Doc {
    const [{ via } = {}] = options
    const isShared = options.every((one) => stringifyStably(one.via ?? []) === stringifyStably(via ?? []))
    const docs = options.map((one) => {
      const plain = isShared && isObject(one) ? dropUndefinedFields({ ...one, via: undefined }) : one
      return this.print(plain as Json, { ...place, mayMiss: true })
    })
    return printTransforms(buildChain('??', docs), isShared ? via : undefined)
  }

  private printOutputs(stepId: string, at: string): Doc {
    const list = this.scope.readList(stepId)
    const item = singular(list) === list ? 'item' : singular(list)
    return at === '' ? list : `${list}.map((${item}) => ${item}${printPath(at)})`
  }

  /** The list, and what chooses of it by a condition. */
  private printChosen(value: JsonObject, place: ValuePlace, method: string): Doc {
    const list = (value.$find ?? value.$all) as Json
    const doc = wrapOperand(this.print(list, place))
    if (value.where === undefined) return doc
    const item = this.nameItem(list, place.item)
    const condition = this.printCondition(value.where as Condition, { ...place, item })
    return [doc, `.${method}((${item}) => `, condition, ')']
  }

  private printSelection(value: JsonObject, place: ValuePlace): Doc {
    const name = value.where === undefined ? undefined : this.readChoice(value, place)
    return name ?? this.printChosen(value, place, 'filter')
  }

  private printAll(value: JsonObject, place: ValuePlace): Doc {
    const doc = this.printSelection(value, place)
    const item = this.nameItem(value.$all as Json, place.item)
    return value.give === '' ? doc : [doc, `.map((${item}) => ${item}${printPath(value.give as string)})`]
  }

  private printFind(value: JsonObject, place: ValuePlace): Doc {
    const found = this.readChoice(value, place) ?? this.printChoice(value, place)
    return [found, printPath(value.give as string, place.mayMiss === true)]
  }

  protected override writeChoiceKey(node: JsonObject): string | undefined {
    const { $find, $all, where, least, greatest } = node
    return ($find ?? $all) === undefined
      ? super.writeChoiceKey(node)
      : stringifyStably([$find, $all, where, least, greatest].map((part) => part ?? null))
  }

  protected override isNamed(choice: JsonObject, times: number): boolean {
    const { $find, $all, least, greatest } = choice
    if (($find ?? $all) === undefined) return super.isNamed(choice, times)
    return (least ?? greatest) !== undefined || times > 1
  }

  protected override nameChoice(choice: JsonObject, words: readonly string[]): string {
    const { $find, $all } = choice
    if (($find ?? $all) === undefined) return super.nameChoice(choice, words)
    const item = this.nameItem(($find ?? $all) as Json, this.scope.here.item)
    return $all === undefined ? item : camelCase(`matching ${plural(item)}`)
  }

  protected override nameList(list: Json): string {
    return isObject(list) && typeof list.$each === 'string'
      ? this.scope.readList(list.$each)
      : super.nameList(list)
  }

  override printChoice(value: JsonObject, place: ValuePlace): Doc {
    if (value.$all !== undefined) return this.printChosen(value, place, 'filter')
    if (value.$find === undefined) return super.printChoice(value, place)
    const pointer = (value.least ?? value.greatest) as string | undefined
    // A choice is of one item in every world that has the task.
    if (pointer === undefined) return [this.printChosen(value, place, 'find'), '!']
    return printBest(this.printChosen(value, place, 'filter'), pointer, value.least === undefined)
  }

  protected override isList(operand: Json): boolean {
    return ['$all', '$each'].includes(readOldKey(operand) ?? '') || super.isList(operand)
  }

  protected override printCalc(calc: JsonObject, place: ValuePlace): Doc {
    const [only = null, ...others] = calc.of as Json[]
    if (others.length > 0 || !isObject(only) || only.$all === undefined) return super.printCalc(calc, place)
    if (calc.$calc === 'count') return [this.printAll({ ...only, give: '' }, place), '.length']
    if (calc.$calc !== 'sum') return super.printCalc(calc, place)
    const item = this.nameItem(only.$all, place.item)
    const sum = `.reduce((sum, ${item}) => sum + ${item}${printPath(only.give as string)}, 0)`
    const doc = [this.printSelection(only, place), sum]
    return calc.round === undefined ? doc : printRound(doc, calc.round as number)
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
    if (operator === '$exists')
      return buildChain(isNegated ? '==' : '!=', [this.print(operand, { ...place, mayMiss: true }), 'null'])
    const [one, other] = operand as [Json, Json]
    const [left, right] = [this.print(one, place), this.print(other, place)]
    if (operator === '$in') return [isNegated ? '!' : '', wrapOperand(right), '.includes(', left, ')']
    if (operator === '$eq' && typeof other === 'boolean')
      return [isNegated === other ? '!' : '', wrapOperand(left)]
    return buildChain(SIGNS[operator]?.[isNegated ? 1 : 0] as string, [left, right].map(wrapOperand))
  }
}
