import { type BindingKey, type From, isFrom, listSources, readBindingKey } from '../../schema/binding.ts'
import { groupBy } from '../../shared/group.ts'
import { isObject, type Json, type JsonObject, readObject, stringifyStably } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { singular } from '../../shared/singular.ts'
import { OVER_ITEMS, printArithmetic, printOverItems } from './calculations.ts'
import {
  buildExample,
  describeLoss,
  isUniformPick,
  printBest,
  printData,
  printRound,
  printTransforms,
} from './expressions.ts'
import { ItemVariables } from './item-choice.ts'
import {
  buildChain,
  buildField,
  buildGroup,
  buildNotes,
  buildObject,
  type Doc,
  joinDocs,
  LINE,
  layOut,
  MAX_PROPOSAL_COLUMNS,
  wrapOperand,
} from './layout.ts'
import { camelCase, joinWords, nameListItem, printPath, readSegments } from './names.ts'
import type { ItemChoice } from './rows.ts'
import { findChosenRun, findItemRun, findListRun, findResultEach, type ItemRun, isOfChosen } from './runs.ts'
import { type FunctionScope, Level } from './scope.ts'
import { printTemplate } from './templates.ts'
import type { ValuePlace } from './value-place.ts'

/** A list, and the value that is made of each item of it. */
interface MappedList extends Pick<ValuePlace, 'word' | 'choice'> {
  list: Doc
  item: string
  each: Json
}

/** Prints values of a task as expressions. */
export class ValuePrinter {
  protected readonly scope: FunctionScope
  /** Bindings that choose, by what chooses. */
  private readonly choices: ReadonlyMap<string, JsonObject[]>

  /** Names of what earlier proposals choose. */
  private readonly proposed = new Map<string, string>()
  /** Items of lists that get a variable where they are first read. */
  private readonly items: ItemVariables

  /**
   * @param nodes All parts of the values that are printed
   * @param items Items of lists that get a variable
   */
  constructor(scope: FunctionScope, nodes: readonly Json[], items: readonly ItemChoice[] = []) {
    this.scope = scope
    this.items = new ItemVariables(scope, items, this)
    const isChoice = (node: JsonObject): boolean => this.writeChoiceKey(node) !== undefined
    this.choices = groupBy(
      nodes.filter(isObject).filter(isChoice),
      (node) => this.writeChoiceKey(node) as string,
    )
  }

  /** What chooses, without what it gives of the chosen; undefined for other values. */
  protected writeChoiceKey({ $pick, of }: JsonObject): string | undefined {
    return $pick === undefined ? undefined : stringifyStably([$pick, of] as Json)
  }

  /** A value as lines of a comment, with what it needs declared; `start` is before it. */
  printProposal(value: Json, start: string): string {
    const { here } = this.scope
    const inner = new Level(here)
    for (const [choice, name] of this.proposed) inner.chosen.set(choice, name)
    this.scope.here = inner
    const doc = this.print(value)
    this.scope.here = here
    for (const [choice, name] of inner.chosen) this.proposed.set(choice, name)
    const lines = [...inner.statements.map((one) => ('doc' in one ? (one.doc ?? '') : '')), [start, doc]]
    return layOut(joinDocs(lines, LINE), [], MAX_PROPOSAL_COLUMNS)
  }

  print(value: Json, place: ValuePlace = {}): Doc {
    const own = isObject(value) ? this.printOwn(value, place) : undefined
    if (own !== undefined) return own
    const key = readBindingKey(value)
    if (key !== undefined) return this.printBinding(value as JsonObject, key, place)
    if (Array.isArray(value)) return this.printItems(value, '[', ']', place)
    if (typeof value === 'string') return this.scope.literals.get(value) ?? printData(value)
    if (!isObject(value)) return printData(value)
    return buildObject(
      Object.entries(value).map(([name, item]) => {
        const { doc, notes } = this.printPart(item as Json, name, place)
        return buildField(name, doc, notes)
      }),
    )
  }

  /** A value in the place of a binding that printing itself writes: a part of an item, or of what belongs to it. */
  protected printOwn(value: JsonObject, place: ValuePlace): Doc | undefined {
    if (Array.isArray(value.$product))
      return buildChain(
        '*',
        value.$product.map((one) => wrapOperand(this.print(one as Json, place))),
      )
    if (value.$word !== undefined) return place.word
    if (typeof value.$item !== 'string') return undefined
    const { item = 'item', choice } = place
    const owner = choice && value.row ? this.readBeside(choice, value.row as number, item) : item
    const path = printPath(value.$item)
    return printTransforms(typeof owner === 'string' ? owner + path : [owner, path], value.via)
  }

  /** What belongs to the item of a loop: a variable in the loop, else in place. */
  private readBeside(choice: ItemChoice, row: number, item: string): Doc {
    const { here, root } = this.scope
    const doc = this.items.printBeside(choice, row, item)
    if (here === root || here.item !== item) return doc
    const key = `${choice.indices.join()} ${row}`
    const known = here.chosen.get(key)
    if (known !== undefined) return known
    const name = this.scope.declareValue([this.items.nameItemOf(choice, row), 'result'], doc)
    here.chosen.set(key, name)
    return name
  }

  /** A field or an item, and the questions about it. */
  private printPart(value: Json, key: string, place: ValuePlace): { doc: Doc; notes: Doc[] } {
    const { schema: { properties, items } = {}, at: above = '', mark = (_, doc) => doc, ...rest } = place
    const schema = isObject(properties) ? properties[key] : items
    const at = appendKey(above, key)
    const doc = mark(value, this.print(value, { ...rest, at, schema: isObject(schema) ? schema : {} }))
    const isOpen = typeof value === 'object' && value !== null && readBindingKey(value) === undefined
    const asked = [...(place.notes ?? [])].find(
      ([pointer]) => !isOpen && (pointer === at || pointer.startsWith(`${at}/`)),
    )
    return { doc, notes: buildNotes([asked?.[1] ?? describeLoss(value) ?? []].flat()) }
  }

  private printItems(items: readonly Json[], open: string, close: string, place: ValuePlace): Doc {
    const isAsked = [...(place.notes?.keys() ?? [])].some((at) => at.startsWith(`${place.at ?? ''}/`))
    const canMap = place.item === undefined && !isAsked
    const rests = items.map((_, i) => (canMap ? this.printMapped(items.slice(i)) : undefined))
    const start = rests.findIndex((rest) => rest !== undefined)
    const rest = rests[start]
    if (start === 0 && open === '[') return rest as Doc
    const docs = items.slice(0, start < 0 ? items.length : start).map((item, i) => {
      const { doc, notes } = this.printPart(item, String(i), place)
      return notes.length === 0 ? doc : [...notes, doc]
    })
    return buildGroup(open, rest === undefined ? docs : [...docs, ['...', rest]], close)
  }

  /** Values that read a list in its order. */
  private printMapped(values: readonly Json[]): Doc | undefined {
    const mapped = this.findMapped(values)
    if (mapped === undefined) return undefined
    const { list, each, ...place } = mapped
    if (isObject(each) && each.$item === '' && !each.row && !each.via) return list
    const doc = this.print(each, place)
    const isPlain = isObject(each) && readBindingKey(each) === undefined && !('$item' in each)
    const parameters = stringifyStably(each).includes('$word') ? `${place.item}, i` : place.item
    return [list, `.map((${parameters}) => `, isPlain ? ['(', doc, ')'] : doc, ')']
  }

  /**
   * The list that values read in its order, of results or of items, and what they make of each item.
   *
   * @param isWhole Whether only a whole list counts
   */
  private findMapped(values: readonly Json[], isWhole = false): MappedList | undefined {
    const { here, lengthOf, results, words } = this.scope
    for (const run of results.runs) {
      const ids = run.map(({ step_id }) => step_id)
      const known = words.get(ids[0] ?? '')
      const each = findResultEach([...values], ids, known?.words)
      const named = results.findRun(ids.map(($from) => ({ $from, at: '' })))
      if (each !== undefined && named !== undefined)
        return { list: named.list, each, item: named.item, word: `${known?.name}[i]` }
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
      const name = this.items.nameItemOf(choice, 0)
      const id = camelCase(key)
      const item = id.startsWith(name) ? id : name
      return { list: this.items.readSeveral(choice), item: isFree(item) ? item : results.findFree('item') }
    }
    const isWhole = Array.isArray(list) || this.scope.lengthOf(list) === length
    const noun = Array.isArray(list) ? results.nameInput(camelCase(key)) : this.nameItem(list, undefined)
    // An item that is an id is called so.
    const name = key !== 'item' && camelCase(key).startsWith(noun) ? camelCase(key) : noun
    return {
      list: [this.print(list), isWhole ? '' : `.slice(0, ${length})`],
      item: isFree(name) ? name : results.findFree('item'),
    }
  }

  private printBinding(value: JsonObject, key: BindingKey, place: ValuePlace): Doc {
    const { scope } = this
    const inner = value[key] as Json
    const mark = (doc: Doc): Doc => {
      const start = `${scope.use(key.slice(1))}(`
      return Array.isArray(inner) ? [start, doc, ')'] : buildGroup(start, [doc], ')')
    }
    switch (key) {
      case '$from':
        return printTransforms(this.printFrom(inner as string, value.at as string), value.via)
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
        return printTransforms(this.printCalc(value, place), value.via)
      case '$pick':
        return this.printPick(value, place)
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
    printTemplate(tag, parts, this.scope, place.item === undefined, (value) => this.print(value, place))

  /** Questions about items that are printed one by one. */
  printAskedItems(choice: ItemChoice): string[] {
    return this.items.printQuestion({ ...choice, isInForce: false })
  }

  /** Name of a variable for what a binding chooses; undefined if it is printed in place. */
  protected readChoice(choice: JsonObject, place: ValuePlace): string | undefined {
    const key = this.writeChoiceKey(choice) as string
    if (place.item !== undefined && place.item !== this.scope.here.item) return undefined
    if (!this.isNamed(choice, this.choices.get(key)?.length ?? 0)) return undefined
    const level = this.scope.here.chain.find(({ chosen }) => chosen.has(key))
    if (level !== undefined) return level.chosen.get(key)
    const extreme = choice.$pick === 'max' ? 'highest' : 'lowest'
    const names = [[], [extreme]].map((words) => this.nameChoice(choice, words))
    const name = this.scope.declareValue(names, this.printChoice(choice, place))
    this.scope.here.chosen.set(key, name)
    return name
  }

  /** Whether a choice gets a variable, by how often it is made. */
  protected isNamed(choice: JsonObject, _times: number): boolean {
    return choice.$pick === undefined || this.listFields(choice).size !== 1
  }

  /** Fields of the objects that picks by the same scores choose from; none if they choose one of the results. */
  private listFields(pick: JsonObject): ReadonlyMap<string, readonly Json[]> {
    const same = this.choices.get(this.writeChoiceKey(pick) ?? '') ?? [pick]
    const fields = new Map<string, Json[]>()
    if (same.every((one) => isUniformPick(one) || this.isBesideRun(one))) return fields
    const lists = [pick.of, ...same.map(({ give }) => give)] as Json[][]
    for (const list of new Map(lists.map((one) => [stringifyStably(one), one])).values()) {
      const keys = listSources(list[0] ?? null)[0]?.at.split('/') ?? []
      const name = keys.filter((key) => /\D/.test(key)).at(-1) ?? ''
      const field = /^[A-Za-z_]\w*$/.test(name) ? (name === keys.at(-1) ? name : singular(name)) : 'value'
      fields.set(fields.has(field) ? `${field}${fields.size + 1}` : field, list)
    }
    return fields
  }

  protected nameChoice({ of }: JsonObject, words: readonly string[]): string {
    const tool = this.scope.steps.find(({ step_id }) => step_id === (of as JsonObject[])[0]?.$from)?.tool_name
    return joinWords([...words, ...(tool === undefined ? ['choice'] : this.scope.results.readNoun(tool))])
  }

  /** Name for an item of a list: of the list in the singular. */
  nameItem(list: Json, taken: string | undefined): string {
    const { at = '' } = (isObject(list) ? list : {}) as { at?: string }
    return nameListItem(at, this.nameList(list), taken)
  }

  /** Name of the result that a list is in; empty without one. */
  protected nameList(list: Json): string {
    return isFrom(list) ? this.scope.read(list.$from).name : ''
  }

  /** What is chosen: the result or the values of a `$pick`. */
  printChoice(value: JsonObject, place: ValuePlace): Doc {
    return this.printPicked(value, place)
  }

  protected printCalc({ $calc, of, round }: JsonObject, place: ValuePlace): Doc {
    const operands = of as Json[]
    const mapped = OVER_ITEMS.has($calc as string) ? this.findMapped(operands, true) : undefined
    const { $item: at, row } = readObject(mapped?.each)
    const overItems =
      mapped && typeof at === 'string' && !row ? printOverItems($calc as string, mapped.list, at) : undefined
    if (overItems !== undefined)
      return round === undefined ? overItems : printRound(overItems, round as number)
    const isList = operands.length === 1 && this.isList(operands[0] ?? null)
    const docs = operands.map((one) => this.print(one, place))
    return printArithmetic($calc as string, docs, isList, round as number | undefined)
  }

  /** Whether the one operand of a calculation is a list of values. */
  protected isList(operand: Json): boolean {
    return isFrom(operand)
  }

  private printPick(value: JsonObject, place: ValuePlace): Doc {
    const { $pick, of, give } = value as Record<string, Json[]>
    const key = stringifyStably(give as Json)
    const chosen = this.readChoice(value, place)
    if (chosen === undefined && stringifyStably(of as Json) === key)
      return [`Math.${$pick}`, this.printItems(of as Json[], '(', ')', place)]
    const [field] = [...this.listFields(value)].find(([, list]) => stringifyStably(list) === key) ?? []
    const doc = chosen ?? this.printPicked(value, place)
    if (field !== undefined) return [doc, `.${field}`]
    const beside = isUniformPick(value) ? undefined : this.printBesideRun(value, doc)
    return beside ?? [doc, printPath((give as JsonObject[])[0]?.at as string)]
  }

  private readonly isBesideRun = (pick: JsonObject): boolean => this.printBesideRun(pick, '') !== undefined

  /** What a pick among the results of one list gives: a part of the item at the same place of another list. */
  private printBesideRun({ of, give }: JsonObject, chosen: Doc): Doc | undefined {
    const results = this.scope.results.findRun(of as Json[])
    const { list, indices = [], each = null } = findItemRun(give as Json[], 2) ?? {}
    if (results === undefined || list === undefined || indices.some((index, i) => index !== i))
      return undefined
    const { $item, via } = each as JsonObject
    if (typeof $item !== 'string') return undefined
    const place = ['[', `${results.list}.indexOf(`, chosen, `)]${printPath($item)}`]
    return printTransforms([this.print(list), ...place], via)
  }

  /** The chosen one of several results, or of objects with fields. */
  private printPicked(pick: JsonObject, place: ValuePlace): Doc {
    const of = pick.of as JsonObject[]
    const fields = [...this.listFields(pick)]
    const run = this.scope.results.findRun(of)
    if (run !== undefined && fields.length === 0) return printBest(run.list, run.at, pick.$pick === 'max')
    const items = of.map(({ $from }, i) =>
      fields.length === 0
        ? this.printFrom($from as string, '')
        : buildObject(fields.map(([field, list]) => buildField(field, this.print(list[i] as Json, place)))),
    )
    const at = fields.length === 0 ? (of[0]?.at as string) : `/${fields[0]?.[0]}`
    return printBest(buildGroup('[', items, ']'), at, pick.$pick === 'max')
  }
}
