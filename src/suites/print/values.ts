import { type From, isFrom, listStepsReadBy, readBindingKey } from '../../schema/binding.ts'
import {
  dropUndefinedFields,
  isObject,
  type Json,
  type JsonObject,
  readObject,
  stringifyStably,
} from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { ChoicePrinter } from './choices.ts'
import {
  buildExample,
  describeLoss,
  OVER_ITEMS,
  printArithmetic,
  printData,
  printDay,
  printOverItems,
  printRound,
  printTransforms,
} from './expressions.ts'
import { ItemVariables } from './item-choice.ts'
import {
  buildChain,
  buildField,
  buildGroup,
  buildMethod,
  buildNotes,
  buildObject,
  buildOperation,
  type Doc,
  flatten,
  joinDocs,
  LINE,
  layOut,
  MAX_PROPOSAL_COLUMNS,
  printPath,
  readSegments,
} from './layout.ts'
import { nameItemOf, nameListItem } from './names.ts'
import { readOldKey } from './old-task.ts'
import type { ItemChoice } from './rows.ts'
import { findChosenRun, findListRun, findResultEach, type ItemRun, isOfChosen } from './runs.ts'
import { type FunctionScope, Level } from './scope.ts'
import { printTemplate } from './templates.ts'
import type { ExpressionPrinter, ValuePlace } from './value-place.ts'
import { camelCase, joinWords } from './words.ts'

/** A list, and the value that is made of each item of it. */
interface MappedList extends Pick<ValuePlace, 'choice'> {
  list: Doc
  item: string
  each: Json
}

/** What only a function computes. */
const COMPUTED = ['$product', '$quotient', '$day']
const holdsOneValue = (value: Json): boolean =>
  readBindingKey(value) !== undefined || (isObject(value) && COMPUTED.some((key) => key in value))

/** A shorter name of an argument, such as `to`, does not say what a variable holds. */
const MIN_NAME_LENGTH = 3

/** A part of each item of a list. */
const mapItems = (list: Doc, item: string, at: Json | undefined): Doc =>
  at === '' ? list : [list, `.map((${item}) => ${item}${printPath(at as string)})`]

/** More values of one item are not looked for in a text. */
const MAX_TEXT_FIELDS = 4
const isOfItems = (values: readonly Json[]): boolean =>
  values.every((value) => isObject(value) && isFrom(value.is ?? value))

/** Prints values of a task as expressions. */
export class ValuePrinter implements ExpressionPrinter {
  private readonly scope: FunctionScope
  readonly choices: ChoicePrinter
  /** Items of lists that get a variable where they are first read. */
  private readonly items: ItemVariables

  /**
   * @param nodes All parts of the values that are printed
   * @param items Items of lists that get a variable
   */
  constructor(scope: FunctionScope, nodes: readonly Json[], items: readonly ItemChoice[] = []) {
    this.scope = scope
    this.choices = new ChoicePrinter(scope, this, nodes)
    this.items = new ItemVariables(scope, items, this, this.choices)
  }

  /** A value as lines of a comment, with what it needs declared; `start` is before it. */
  printProposal(value: Json, start: string): string {
    const { here } = this.scope
    const inner = new Level(here)
    this.scope.here = inner
    const doc = this.print(value)
    this.scope.here = here
    const lines = [...inner.statements.map((one) => ('doc' in one ? (one.doc ?? '') : '')), [start, doc]]
    return layOut(joinDocs(lines, LINE), [], MAX_PROPOSAL_COLUMNS)
  }

  print(value: Json, place: ValuePlace = {}): Doc {
    if (Array.isArray(value)) return this.printItems(value, '[', ']', place)
    if (typeof value === 'string') return this.scope.literals.get(value) ?? printData(value)
    if (!isObject(value)) return printData(value)
    const bound = this.printBound(value, readBindingKey(value) ?? readOldKey(value) ?? '', place)
    if (bound !== undefined) return printTransforms(bound, value.via)
    return buildObject(
      Object.entries(value).map(([name, item]) => {
        const { doc, notes } = this.printPart(item as Json, name, place)
        return buildField(name, doc, notes)
      }),
    )
  }

  /** A value that is bound, before its transforms; undefined for a plain object. */
  private printBound(value: JsonObject, key: string, place: ValuePlace): Doc | undefined {
    const { scope, choices } = this
    const inner = value[key] as Json
    const mark = (doc: Doc): Doc => {
      const start = `${scope.use(key.slice(1))}(`
      return Array.isArray(inner) ? [start, doc, ')'] : buildGroup(start, [doc], ')')
    }
    switch (key) {
      case '$from':
        return this.printFrom(inner as string, value.at as string)
      case '$literal':
        return typeof inner === 'string' ? this.print(inner) : printData(inner)
      case '$any':
        return mark(printData(place.readExample?.(place.at ?? '') ?? buildExample(place.schema ?? {})))
      case '$oneOf':
        return [scope.use('oneOf'), this.printItems(inner as Json[], '(', ')', place)]
      case '$optional':
      case '$unordered':
        return mark(this.print(inner, place))
      case '$text':
        return this.printText(scope.use('text'), inner as Json[], place)
      case '$template':
        return this.printText(scope.use('exactly'), inner as Json[], place)
      case '$calc':
        return this.printCalc(value, place)
      case '$pick':
        return choices.printPick(value, place)
      case '$find':
        return choices.printFind(value, place)
      case '$all':
        return mapItems(choices.printSelection(value, place), this.nameItem(inner, place.item), value.give)
      case '$each': {
        const list = scope.readList(inner as string)
        return mapItems(list, nameItemOf(list), value.at)
      }
      case '$first':
        return this.printFirst(inner as JsonObject[], place)
      case '$item':
        return this.printItem(value, place)
      default:
        return this.printComputed(value, place)
    }
  }

  /** What only a function computes; undefined for a plain object. */
  private printComputed({ $product, $quotient, $day, add }: JsonObject, place: ValuePlace): Doc | undefined {
    const printAll = (operands: readonly Json[]): Doc[] => operands.map((one) => this.print(one, place))
    if (Array.isArray($product)) return buildOperation('*', printAll($product))
    if (Array.isArray($quotient)) return buildOperation('/', printAll($quotient))
    if (!isObject($day)) return undefined
    const doc = printDay(this.print($day, place), add as number)
    if (place.item !== undefined || this.scope.here.isGuarded) return doc
    const names = [place.at ?? '', $day.at as string].map((at) => camelCase(readSegments(at).at(-1) ?? ''))
    return this.scope.declareOnce(
      flatten(doc),
      names.filter((name) => name.length >= MIN_NAME_LENGTH),
      () => doc,
    )
  }

  /** A part of the item of a loop, or of what belongs to it. */
  private printItem({ $item, row, call }: JsonObject, { item = 'item', choice, inner }: ValuePlace): Doc {
    if (inner && typeof call === 'number') return inner[call] + printPath($item as string)
    // The parameter may be a field of the item.
    if (item === '') return ($item as string).slice(1)
    const path = printPath($item as string)
    return choice && row ? [this.readBeside(choice, row as number, item), path] : item + path
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

  /** What belongs to the item of a loop: a variable in the loop, else in place. */
  private readBeside(choice: ItemChoice, row: number, item: string): Doc {
    const { here, root } = this.scope
    const doc = this.items.printBeside(choice, row, item)
    if (here === root || here.item !== item) return doc
    const key = `${choice.indices.join()} ${row}`
    return this.scope.declareOnce(key, [this.items.nameItemOf(choice, row), 'result'], () => doc)
  }

  /** A field or an item, and the questions about it. */
  private printPart(value: Json, key: string, place: ValuePlace): { doc: Doc; notes: Doc[] } {
    const { schema: { properties, items } = {}, at: above = '', mark = (_, doc) => doc, ...rest } = place
    const schema = isObject(properties) ? properties[key] : items
    const at = appendKey(above, key)
    const doc = mark(value, this.print(value, { ...rest, at, schema: isObject(schema) ? schema : {} }))
    const isOpen = typeof value === 'object' && value !== null && !holdsOneValue(value)
    const asked = [...(place.notes ?? [])].find(
      ([pointer]) => !isOpen && (pointer === at || pointer.startsWith(`${at}/`)),
    )
    return { doc, notes: buildNotes([asked?.[1] ?? describeLoss(value) ?? []].flat()) }
  }

  printItems(items: readonly Json[], open: string, close: string, place: ValuePlace): Doc {
    const isAsked = [...(place.notes?.keys() ?? [])].some((at) => at.startsWith(`${place.at ?? ''}/`))
    const canMap = place.item === undefined && !isAsked
    const docs: Doc[] = []
    for (let i = 0; i < items.length; ) {
      // Items of one result may go through its list, and so may all that follow.
      const $from = listStepsReadBy(items[i] ?? null).join()
      const isOther = (item: Json, at: number): boolean => at > i && listStepsReadBy(item).join() !== $from
      const end = $from === '' ? i : items.findIndex(isOther)
      const mapped = [items.length, end].flatMap((to) => {
        const doc = canMap && to > i ? this.printMapped(items.slice(i, to)) : undefined
        return doc === undefined ? [] : [{ doc, to }]
      })[0]
      if (mapped && mapped.to - i === items.length && open === '[') return mapped.doc
      const { doc, notes } = mapped
        ? { doc: ['...', mapped.doc], notes: [] }
        : this.printPart(items[i] ?? null, String(i), place)
      docs.push(notes.length === 0 ? doc : [...notes, doc])
      i = mapped?.to ?? i + 1
    }
    return buildGroup(open, docs, close)
  }

  /** Values that read a list in its order. */
  private printMapped(values: readonly Json[]): Doc | undefined {
    const mapped = this.findMapped(values)
    if (mapped === undefined) return undefined
    const { list, each, ...place } = mapped
    if (isObject(each) && each.$item === '' && !each.row && !each.via) return list
    const doc = this.print(each, place)
    const isPlain = isObject(each) && readBindingKey(each) === undefined && !('$item' in each)
    return [list, `.map((${place.item}) => `, isPlain ? ['(', doc, ')'] : doc, ')']
  }

  /**
   * The list that values read in its order, of results or of items, and what they make of each item.
   *
   * @param isWhole Whether only a whole list counts
   */
  private findMapped(values: readonly Json[], isWhole = false): MappedList | undefined {
    const { here, lengthOf, results } = this.scope
    const [only = null] = values
    if (isWhole && values.length === 1 && isObject(only) && only.$all !== undefined) {
      const item = this.nameItem(only.$all, undefined)
      return { list: this.choices.printSelection(only, {}), item, each: { $item: only.give ?? '' } }
    }
    for (const { ids, list, item } of results.runs) {
      const each = findResultEach(values, ids)
      if (each !== undefined) return { list, each, item }
    }
    const choice = this.items.findSeveral(values)
    const run = (choice && findChosenRun(values, choice)) ?? findListRun(values, lengthOf)
    // Other items than the first ones are as short one by one, unless a variable holds them.
    const isOpen = run?.choice === undefined
    if (run === undefined || (isOpen && (isOfChosen(run) || !here.has((run.list as From).$from))))
      return undefined
    if (isWhole && isOpen && lengthOf(run.list as From) !== values.length) return undefined
    return { ...this.printRun(run, values.length), each: run.each, choice: run.choice }
  }

  /** The list that a run goes through, as far as it does, and a name for its items. */
  printRun(run: ItemRun, length: number): { list: Doc; item: string } {
    const { list, each, choice } = run
    const [key = 'item'] =
      Object.entries(each as object).find(([, value]) => value?.$item === '' && !value.row) ?? []
    const { results } = this.scope
    const isFree = (name: string): boolean => results.isUnused(name)
    if (choice !== undefined) {
      const item = this.items.nameItemOf(choice, 0)
      return { list: this.items.readSeveral(choice), item: isFree(item) ? item : results.findFree('item') }
    }
    const isWhole = Array.isArray(list) || this.scope.lengthOf(list) === length
    const name = Array.isArray(list)
      ? results.nameInput(camelCase(key.replace(/^\d+ /, '')))
      : this.nameItem(list, undefined)
    return {
      list: [this.print(list), isWhole ? '' : `.slice(0, ${length})`],
      item: isFree(name) ? name : results.findFree('item'),
    }
  }

  printFrom(stepId: string, at: string): Doc {
    const item = this.items.read({ $from: stepId, at })
    if (item !== undefined) return item
    const { name, field, mayMiss } = this.scope.read(stepId)
    const [first, ...others] = readSegments(at)
    if (field === undefined || first !== field) return name + printPath(at, mayMiss)
    return name + printPath(others, mayMiss)
  }

  private readonly printText = (tag: string, parts: readonly Json[], place: ValuePlace): Doc =>
    printTemplate(
      tag,
      tag === 'text' && place.item === undefined ? this.gatherItems(parts) : parts,
      this.scope,
      place.item === undefined && !this.scope.here.isGuarded,
      (value) => this.print(value, place),
    )

  /** The parts of a text in any wording, in which values that go through a list are one list. */
  private gatherItems(parts: readonly Json[]): Json[] {
    const gaps = parts.flatMap((part, i) => (typeof part === 'string' ? [] : [{ part, i }]))
    for (const [first] of gaps.entries())
      for (let count = gaps.length - first; count > 1; count--)
        for (let size = 1; size <= Math.min(MAX_TEXT_FIELDS, count / 2); size++) {
          const taken = gaps.slice(first, first + count)
          if (count % size > 0 || !isOfItems(taken.map(({ part }) => part))) continue
          const rows = Array.from({ length: count / size }, (_, row): Json => {
            const values = taken.slice(row * size, (row + 1) * size).map(({ part }) => part)
            return size === 1 ? (values[0] as Json) : values
          })
          if (this.printMapped(rows) === undefined) continue
          const [start, end] = [taken[0]?.i ?? 0, taken.at(-1)?.i ?? 0]
          return [...parts.slice(0, start), rows, ...this.gatherItems(parts.slice(end + 1))]
        }
    return [...parts]
  }

  /** Questions about items that are printed one by one. */
  printAskedItems(choice: ItemChoice): string[] {
    return this.items.printQuestion({ ...choice, isInForce: false })
  }

  /** Name for an item of a list: of the list in the singular, else of the tool. */
  nameItem(list: Json, taken: string | undefined): string {
    const { $from, at = '' } = (isObject(list) ? list : {}) as Partial<From>
    const noun = $from === undefined ? [] : this.scope.readNoun($from)
    return nameListItem(at, this.nameList(list), joinWords(noun), taken)
  }

  /** Name of the result that a list is in; empty without one. */
  private nameList(list: Json): string {
    if (isObject(list) && typeof list.$each === 'string') return this.scope.readList(list.$each)
    return isFrom(list) ? this.scope.read(list.$from).name : ''
  }

  private printCalc({ $calc, of, round }: JsonObject, place: ValuePlace): Doc {
    const operands = of as Json[]
    const mapped = OVER_ITEMS.has($calc as string) ? this.findMapped(operands, true) : undefined
    const { $item: at, row, $product } = readObject(mapped?.each)
    if (mapped && $product && $calc === 'sum') {
      const { each, list, ...place } = mapped
      return buildMethod(list, [`.reduce((sum, ${place.item}) => sum + `, this.print(each, place), ', 0)'])
    }
    if (mapped && typeof at === 'string' && !row) {
      const overItems = printOverItems($calc as string, mapped.list, at)
      return round === undefined ? overItems : printRound(overItems, round as number)
    }
    const [only = null] = operands
    const isList =
      operands.length === 1 && (isFrom(only) || ['$all', '$each'].includes(readOldKey(only) ?? ''))
    const docs = operands.map((one) => this.print(one, place))
    return printArithmetic($calc as string, docs, isList, round as number | undefined)
  }
}
