import { type BindingKey, isFrom, readBindingKey, type Transform } from '../../schema/binding.ts'
import { type Condition, findOperator } from '../../schema/condition.ts'
import {
  dropUndefinedFields,
  isObject,
  type Json,
  type JsonObject,
  stringifyStably,
} from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { singular } from '../../shared/singular.ts'
import { buildConstantArguments } from '../calibration/random-arguments.ts'
import {
  buildChain,
  buildGroup,
  buildNoted,
  buildObject,
  buildText,
  type Doc,
  escapeTemplate,
  flatten,
  printKey,
  quoteText,
  wrapOperand,
} from './layout.ts'
import { camelCase } from './names.ts'

/** What a value is printed in: its place in the function, and the item of a list around it. */
export interface ValuePlace {
  item?: string | undefined
  /** Schema of the value, which an example for "any value" has to fit. */
  schema?: JsonObject
  /** Questions by the pointer of the value that they are about. */
  notes?: ReadonlyMap<string, string>
  /** Where the value stands in the arguments. */
  at?: string
  /** Changes how the parts of an object are printed. */
  mark?(value: Json, doc: Doc): Doc
  /** Whether a step may be absent, and `undefined` is right then. */
  mayMiss?: boolean
}

/** What the function around a value knows of its steps. */
export interface ValueScope {
  /** Name of a result and whether it may be undefined here. */
  read(stepId: string): { name: string; field?: string; mayMiss: boolean }
  /** Name of the list with the results of a repeated step. */
  readList(stepId: string): string
  /** Name of a variable for a found item; undefined where it is printed in place. */
  readFound(find: JsonObject, place: ValuePlace): string | undefined
  /** Declares a variable for a value, and returns its name. */
  declareValue(name: string, value: Doc): string
  use(helper: string): string
}

/** A longer expression within a text gets a variable. */
const MAX_GAP_COLUMNS = 30

const COMPARED: Readonly<Record<string, { sign: string; opposite: string }>> = {
  $gt: { sign: '>', opposite: '<=' },
  $gte: { sign: '>=', opposite: '<' },
  $lt: { sign: '<', opposite: '>=' },
  $lte: { sign: '<=', opposite: '>' },
  $eq: { sign: '===', opposite: '!==' },
}

const readSegments = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Field access for a JSON Pointer: `.items[0].id`. */
function printPath(segments: readonly string[], mayMiss = false): string {
  const path = segments.map((key) => {
    if (/^(?:0|[1-9]\d*)$/.test(key)) return `[${key}]`
    return printKey(key) === key ? `.${key}` : `[${quoteText(key)}]`
  })
  const joined = path.join('')
  if (!mayMiss || joined === '') return joined
  return joined.startsWith('.') ? `?${joined}` : `?.${joined}`
}

function printTransform(doc: Doc, via: Transform): Doc {
  const operand = wrapOperand(doc)
  if (via === 'json') return ['JSON.stringify(', doc, ')']
  if (via === 'length') return [operand, '.length']
  if (via === 'number') return ['Number(', doc, ')']
  if (via === 'text') return ['String(', doc, ')']
  if (via === 'lower') return [operand, '.toLowerCase()']
  if (via === 'upper') return [operand, '.toUpperCase()']
  if (via === 'trim') return [operand, '.trim()']
  if ('round' in via) return printRound(doc, via.round)
  if ('scale' in via) return buildChain('*', [operand, String(via.scale)])
  if ('add' in via) return buildChain(via.add < 0 ? '-' : '+', [doc, String(Math.abs(via.add))])
  if ('cut' in via) return [operand, `.slice(0, ${via.cut})`]
  if ('join' in via) return [operand, `.join(${quoteText(via.join)})`]
  const part = via.take < 0 ? `.at(${via.take})` : `[${via.take}]`
  return [operand, `.split(${quoteText(via.split)})${part}`]
}

const printRound = (doc: Doc, digits: number): Doc =>
  digits === 0 ? ['Math.round(', doc, ')'] : ['Number(', wrapOperand(doc), `.toFixed(${digits}))`]

/** Prints values and conditions of a task as expressions. */
export class ValuePrinter {
  private readonly scope: ValueScope

  constructor(scope: ValueScope) {
    this.scope = scope
  }

  print(value: Json, place: ValuePlace = {}): Doc {
    const key = readBindingKey(value)
    if (key !== undefined) return this.printBinding(value as JsonObject, key, place)
    if (typeof value === 'string') return buildText(value)
    if (Array.isArray(value)) return this.printItems(value, '[', ']', place)
    if (!isObject(value)) return String(value)
    return buildObject(
      Object.entries(value).map(([name, item]) => [name, this.printPart(item as Json, name, place)]),
    )
  }

  /** A field or an item, with the questions about it above. */
  private printPart(value: Json, key: string, place: ValuePlace): Doc {
    const { schema: { properties, items } = {}, notes, at: above = '' } = place
    const schema = isObject(properties) ? properties[key] : items
    const at = appendKey(above, key)
    const { mark = (_, doc) => doc, ...rest } = place
    const doc = mark(value, this.print(value, { ...rest, at, schema: isObject(schema) ? schema : {} }))
    const isOpen = typeof value === 'object' && value !== null && readBindingKey(value) === undefined
    const asked = isOpen
      ? undefined
      : [...(notes ?? [])].find(([pointer]) => pointer === at || pointer.startsWith(`${at}/`))?.[1]
    const note = asked ?? describeLoss(value)
    return note === undefined ? doc : buildNoted(note, doc)
  }

  private printItems(items: readonly Json[], open: string, close: string, place: ValuePlace): Doc {
    return items.length === 0
      ? open + close
      : buildGroup(
          open,
          items.map((item, i) => this.printPart(item, String(i), place)),
          close,
        )
  }

  private printBinding(value: JsonObject, key: BindingKey, place: ValuePlace): Doc {
    const { scope } = this
    const via = (doc: Doc): Doc =>
      ((value.via ?? []) as unknown as Transform[]).reduce((all, one) => printTransform(all, one), doc)
    switch (key) {
      case '$from':
        return via(this.printFrom(value.$from as string, value.at as string))
      case '$item':
        return via((place.item ?? 'item') + printPath(readSegments(value.$item as string)))
      case '$each':
        return via(this.printOutputs(value.$each as string, value.at as string))
      case '$literal':
        return printData(value.$literal as Json)
      case '$any':
        return [scope.use('any'), '(', printData(buildExample(place.schema ?? {})), ')']
      case '$oneOf':
        return [scope.use('oneOf'), this.printItems(value.$oneOf as Json[], '(', ')', place)]
      case '$optional':
        return [scope.use('optional'), '(', this.print(value.$optional as Json, place), ')']
      case '$unordered':
        return [scope.use('unordered'), '(', this.print(value.$unordered as Json, place), ')']
      case '$text':
        return this.printTemplate(scope.use('text'), value.$text as Json[], place)
      case '$template':
        return this.printTemplate(scope.use('exactly'), value.$template as Json[], place)
      case '$first':
        return this.printFirst(value.$first as JsonObject[], place)
      case '$find':
        return via(this.printFind(value, place))
      case '$all':
        return via(this.printAll(value, value.give as string, place))
      case '$calc':
        return via(this.printCalc(value, place))
      case '$pick':
        return this.printPick(value, place)
    }
  }

  /** The first value that is there; what is done with all of them is done once. */
  private printFirst(options: readonly JsonObject[], place: ValuePlace): Doc {
    const [{ via = [] } = {}] = options
    const isShared = options.every((one) => stringifyStably(one.via ?? []) === stringifyStably(via))
    const values = options.map(
      (one) => (isShared && isObject(one) ? dropUndefinedFields({ ...one, via: undefined }) : one) as Json,
    )
    const first = buildChain(
      '??',
      values.map((one) => this.print(one, { ...place, mayMiss: true })),
    )
    return isShared ? (via as unknown as Transform[]).reduce(printTransform, first) : first
  }

  printFrom(stepId: string, at: string): Doc {
    const { name, field, mayMiss } = this.scope.read(stepId)
    const segments = readSegments(at)
    if (field !== undefined && segments[0] === field) return name + printPath(segments.slice(1))
    return name + printPath(segments, mayMiss)
  }

  private printOutputs(stepId: string, at: string): Doc {
    const list = this.scope.readList(stepId)
    const item = singular(list) === list ? 'item' : singular(list)
    return at === '' ? list : `${list}.map((${item}) => ${item}${printPath(readSegments(at))})`
  }

  private printTemplate(tag: string, parts: readonly Json[], place: ValuePlace): Doc {
    const printed = parts.map((part): Doc => {
      if (typeof part === 'string') return escapeTemplate(part)
      const { is, gap } = isObject(part) && 'is' in part ? part : { is: part, gap: undefined }
      const [only, ...others] =
        isObject(is as Json) && Array.isArray((is as JsonObject).$oneOf)
          ? ((is as JsonObject).$oneOf as Json[])
          : []
      const doc = this.print(only !== undefined && others.length === 0 ? only : (is as Json), place)
      const line = flatten(doc)
      const isLong = !/^[\w$.?[\]]+$/.test(line) && line.length > MAX_GAP_COLUMNS && place.item === undefined
      return [
        `\${`,
        isLong ? this.scope.declareValue(camelCase(typeof gap === 'string' ? gap : 'value'), doc) : line,
        '}',
      ]
    })
    return [`${tag}\``, ...printed, '`']
  }

  /** Name for an item of a list: of the list in the singular. */
  nameItem(list: Json, taken: string | undefined): string {
    const at = isObject(list) && typeof list.at === 'string' ? readSegments(list.at).at(-1) : undefined
    const tool = isFrom(list)
      ? this.scope.read(list.$from).name
      : isObject(list) && typeof list.$each === 'string'
        ? this.scope.readList(list.$each)
        : ''
    const words = [tool, camelCase(at ?? '')].filter((word) => singular(word) !== word)
    const [name = 'item'] = words.map(singular)
    return name === taken || name === tool ? 'item' : name
  }

  /** The list, and what chooses of it. */
  private printChosen(
    { where }: JsonObject,
    list: Json,
    place: ValuePlace,
    method: string,
  ): { doc: Doc; item: string } {
    const item = this.nameItem(list, place.item)
    const from = wrapOperand(this.print(list, place))
    if (where === undefined) return { doc: from, item }
    return {
      doc: [
        from,
        `.${method}(`,
        [`(${item}) => `, this.printCondition(where as Condition, { ...place, item })],
        ')',
      ],
      item,
    }
  }

  printAll(value: JsonObject, give: string, place: ValuePlace): Doc {
    const { doc, item } = this.printSelection(value, place)
    return give === '' ? doc : [doc, `.map((${item}) => ${item}${printPath(readSegments(give))})`]
  }

  private printSelection(value: JsonObject, place: ValuePlace): { doc: Doc; item: string } {
    const chosen = this.printChosen(value, value.$all as Json, place, 'filter')
    const name = value.where === undefined ? undefined : this.scope.readFound(value, place)
    return name === undefined ? chosen : { ...chosen, doc: name }
  }

  private printFind(value: JsonObject, place: ValuePlace): Doc {
    const found = this.scope.readFound(value, place)
    const segments = readSegments(value.give as string)
    return [found ?? this.printFound(value, place), printPath(segments, place.mayMiss === true)]
  }

  /** The item that a `$find` finds, or the items of a `$all`. */
  printFound(value: JsonObject, place: ValuePlace): Doc {
    if (value.$pick !== undefined) return this.printPicked(value)
    if (value.$all !== undefined) return this.printChosen(value, value.$all as Json, place, 'filter').doc
    const pointer = (value.least ?? value.greatest) as string | undefined
    // A choice is of one item in every world that has the task.
    if (pointer === undefined) return [this.printChosen(value, value.$find as Json, place, 'find').doc, '!']
    const { doc } = this.printChosen(value, value.$find as Json, place, 'filter')
    const path = printPath(readSegments(pointer))
    return [doc, printBest(path, value.least === undefined)]
  }

  private printCalc({ $calc, of, round, digits: _ }: JsonObject, place: ValuePlace): Doc {
    const operands = of as Json[]
    const [only] = operands
    const isList = operands.length === 1 && only !== undefined && holdsList(only)
    const finish = (doc: Doc): Doc => (round === undefined ? doc : printRound(doc, round as number))
    if ($calc === 'count' && readBindingKey(only ?? null) === '$all' && isList)
      return [this.printAll(only as JsonObject, '', place), '.length']
    const docs = operands.map((one) => this.print(one, place))
    const list: Doc = isList ? wrapOperand(docs[0] as Doc) : buildGroup('[', docs, ']')
    if ($calc === 'count') return [list, '.length']
    if ($calc === 'sum' && readBindingKey(only ?? null) === '$all' && isList) {
      const { doc, item } = this.printSelection(only as JsonObject, place)
      const path = printPath(readSegments((only as JsonObject).give as string))
      return finish([doc, `.reduce((sum, ${item}) => sum + ${item}${path}, 0)`])
    }
    if ($calc === 'max' || $calc === 'min')
      return finish([`Math.${$calc}`, isList ? ['(...', list, ')'] : buildGroup('(', docs, ')')])
    if ($calc === 'difference' && !isList) return finish(buildChain('-', docs.map(wrapOperand)))
    if ($calc === 'difference') return finish([list, '.reduce((rest, value) => rest - value)'])
    const sum: Doc = isList ? [list, '.reduce((sum, value) => sum + value, 0)'] : buildChain('+', docs)
    if ($calc === 'sum') return finish(sum)
    return finish(buildChain('/', [wrapOperand(sum), isList ? [list, '.length'] : String(docs.length)]))
  }

  private printPick(value: JsonObject, place: ValuePlace): Doc {
    const { $pick, of, give } = value
    const [scores, given] = [of as Json[], give as Json[]]
    const isMax = $pick === 'max'
    const picked = this.scope.readFound(value, place)
    if (picked !== undefined) return picked + printPath(readSegments((given[0] as JsonObject).at as string))
    const docs = scores.map((one) => this.print(one, place))
    if (stringifyStably(scores) === stringifyStably(given))
      return [`Math.${isMax ? 'max' : 'min'}`, buildGroup('(', docs, ')')]
    const results = given.map((one) => this.print(one, place))
    if (docs.length === 2)
      return [buildChain(isMax ? '>' : '<', docs), ' ? ', results[0] as Doc, ' : ', results[1] as Doc]
    const pairs = docs.map((doc, i) =>
      buildObject([
        ['by', doc],
        ['give', results[i] as Doc],
      ]),
    )
    return [buildGroup('[', pairs, ']'), printBest('.by', isMax), '.give']
  }

  /** The result of which a `$pick` gives a part, if both its parts are of the same results. */
  printPicked({ $pick, of }: JsonObject): Doc {
    const whole = (of as JsonObject[]).map(({ $from }) => this.printFrom($from as string, ''))
    const [{ at = '' } = {}] = of as JsonObject[]
    return [buildGroup('[', whole, ']'), printBest(printPath(readSegments(at as string)), $pick === 'max')]
  }

  printCondition(condition: Condition, place: ValuePlace, isNegated = false): Doc {
    const operator = findOperator(condition) as string
    const operand = condition[operator] as Json
    if (operator === '$not') return this.printCondition(operand as Condition, place, !isNegated)
    if (operator === '$and' || operator === '$or') {
      const parts = (operand as Condition[]).map((one) =>
        wrapOther(this.printCondition(one, place), findOperator(one)),
      )
      const doc = buildChain(operator === '$and' ? '&&' : '||', parts)
      return isNegated ? ['!(', doc, ')'] : doc
    }
    if (operator === '$failed') {
      const { name } = this.scope.read(operand as string)
      return isNegated ? name : `!${name}`
    }
    if (operator === '$exists')
      return buildChain(isNegated ? '==' : '!=', [this.print(operand, { ...place, mayMiss: true }), 'null'])
    const [one, other] = operand as [Json, Json]
    const [left, right] = [this.print(one, place), this.print(other, place)]
    if (operator === '$in') return [isNegated ? '!' : '', wrapOperand(right), '.includes(', left, ')']
    if (operator === '$eq' && typeof other === 'boolean')
      return [isNegated === other ? '!' : '', wrapOperand(left)]
    const { sign, opposite } = COMPARED[operator] as { sign: string; opposite: string }
    return buildChain(isNegated ? opposite : sign, [wrapOperand(left), wrapOperand(right)])
  }
}

const wrapOther = (doc: Doc, operator: string | undefined): Doc =>
  operator === '$and' || operator === '$or' ? ['(', doc, ')'] : doc

/** The item with the greatest or least value. */
const printBest = (path: string, isGreatest: boolean): Doc =>
  `.reduce((a, b) => (b${path} ${isGreatest ? '>' : '<'} a${path} ? b : a))`

/** Whether a `$pick` gives a part of one of the results that it compares. */
export const isUniformPick = ({ of, give }: JsonObject): boolean => {
  const [scores, given] = [of as Json[], give as Json[]]
  const isLike = (one: Json, like: Json | undefined, score: Json | undefined): boolean =>
    isFrom(one) &&
    isObject(like) &&
    isObject(score) &&
    one.via === undefined &&
    one.at === like.at &&
    one.$from === score.$from
  return (
    scores.every((one) => isLike(one, scores[0], one)) &&
    given.every((one, i) => isLike(one, given[0], scores[i]))
  )
}

const holdsList = (value: Json): boolean =>
  ['$all', '$each'].includes(readBindingKey(value) ?? '') || isFrom(value)

/** What JSON says of a value and a function cannot. */
export function describeLoss(value: Json): string | undefined {
  if (!isObject(value)) return undefined
  if (value.digits !== undefined)
    return `As JSON, this may be rounded to ${String(value.digits)} digits; here it is exact.`
  return value.around === true
    ? 'As JSON, this may have lines around it; here it is the whole text.'
    : undefined
}

/** A value that a schema allows; a text where it has none. */
const buildExample = (schema: JsonObject): Json =>
  buildConstantArguments({ inputSchema: { properties: { value: schema }, required: ['value'] } }).value ??
  'value'

/** JSON as it stands. */
export function printData(value: Json): Doc {
  if (typeof value === 'string') return buildText(value)
  if (Array.isArray(value)) return value.length === 0 ? '[]' : buildGroup('[', value.map(printData), ']')
  if (!isObject(value)) return String(value)
  return buildObject(Object.entries(value).map(([key, item]) => [key, printData(item as Json)]))
}
