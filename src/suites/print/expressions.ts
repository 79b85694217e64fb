import type { Transform } from '../../schema/binding.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { buildConstantArguments } from '../calibration/random-arguments.ts'
import {
  buildChain,
  buildField,
  buildGroup,
  buildMethod,
  buildObject,
  buildOperation,
  buildText,
  type Doc,
  printKey,
  printPath,
  quoteText,
  wrapOperand,
} from './layout.ts'

function printTransform(doc: Doc, via: Transform): Doc {
  const operand = wrapOperand(doc)
  if (via === 'json') return ['JSON.stringify(', doc, ')']
  if (via === 'number') return ['Number(', doc, ')']
  if (via === 'text') return ['String(', doc, ')']
  if (via === 'length') return [operand, '.length']
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

export const printRound = (doc: Doc, digits: number): Doc =>
  digits === 0 ? ['Math.round(', doc, ')'] : ['Number(', wrapOperand(doc), `.toFixed(${digits}))`]

export const printTransforms = (doc: Doc, via: Json | undefined): Doc =>
  ((via ?? []) as unknown as Transform[]).reduce(printTransform, doc)

/**
 * A calculation over values.
 *
 * @param isList Whether the only operand is a list of values
 * @param round Decimal places
 */
export function printArithmetic(calc: string, docs: readonly Doc[], isList: boolean, round?: number): Doc {
  const finish = (doc: Doc): Doc => (round === undefined ? doc : printRound(doc, round))
  const list = isList ? wrapOperand(docs[0] as Doc) : buildGroup('[', docs, ']')
  if (calc === 'count') return [list, '.length']
  if (calc === 'max' || calc === 'min')
    return finish([`Math.${calc}`, isList ? ['(...', list, ')'] : buildGroup('(', docs, ')')])
  if (calc === 'difference')
    return finish(isList ? [list, '.reduce((rest, value) => rest - value)'] : buildOperation('-', docs))
  // In percent, as a text.
  if (calc === 'change')
    return buildMethod(['(100 * (', buildOperation('/', docs.toReversed()), ' - 1))'], `.toFixed(${round})`)
  const sum = isList ? [list, '.reduce((sum, value) => sum + value, 0)'] : buildChain('+', docs)
  if (calc === 'sum') return finish(sum)
  return finish(buildChain('/', [wrapOperand(sum), isList ? [list, '.length'] : String(docs.length)]))
}

/** The day some days after that of a moment. */
export const printDay = (moment: Doc, days: number): Doc =>
  buildMethod(
    [
      ...['new Date(Date.parse(', moment, `) ${days < 0 ? '-' : '+'} `],
      ...[Math.abs(days) === 1 ? '' : `${Math.abs(days)} * `, '86_400_000)'],
    ],
    '.toISOString().slice(0, 10)',
  )

/** Calculations that go through the items of a list. */
export const OVER_ITEMS: ReadonlySet<string> = new Set(['count', 'sum', 'mean'])

/** The parameter of a function that reads a part of an item, and the part. */
export function readItem(at: string, item: string): [parameter: string, value: string] {
  const field = at.slice(1)
  return printKey(field) === field ? [`{ ${field} }`, field] : [item, item + printPath(at)]
}

/** One of {@link OVER_ITEMS} over a field of the items of a list. */
export function printOverItems(calc: string, list: Doc, at: string): Doc {
  if (calc === 'count') return [list, '.length']
  const [item, value] = readItem(at, 'one')
  const sum: Doc = buildMethod(list, `.reduce((sum, ${item}) => sum + ${value}, 0)`)
  return calc === 'sum' ? sum : buildChain('/', [sum, [list, '.length']])
}

/** The item with the greatest or least value at a JSON Pointer. */
export function printBest(list: Doc, pointer: string, isGreatest: boolean): Doc {
  const path = printPath(pointer)
  return buildMethod(list, `.reduce((a, b) => (b${path} ${isGreatest ? '>' : '<'} a${path} ? b : a))`)
}

/** The items with the greatest or least values at a JSON Pointer, the most extreme one first. */
export function printMost(list: Doc, pointer: string, isGreatest: boolean, count: number): Doc {
  const path = printPath(pointer)
  const [one, other] = isGreatest ? ['b', 'a'] : ['a', 'b']
  return buildMethod(list, `.sort((a, b) => ${one}${path} - ${other}${path}).slice(0, ${count})`)
}

/** What a fixed trace allows of a value and a function does not. */
export function describeLoss(value: Json): string | undefined {
  if (!isObject(value)) return undefined
  if (value.digits !== undefined) return `Exact: rounded to ${String(value.digits)} digits it does not pass.`
  return value.around === true ? 'Exact: a greeting or another line around it does not pass.' : undefined
}

/** A value that a schema allows; a text if it has none. */
export const buildExample = (schema: JsonObject): Json =>
  buildConstantArguments({ inputSchema: { properties: { value: schema }, required: ['value'] } }).value ??
  'value'

/** JSON as it stands, except the values that `replace` prints. */
export function printData(value: Json, replace: (value: Json) => Doc | undefined = () => undefined): Doc {
  const replaced = replace(value)
  if (replaced !== undefined) return replaced
  if (typeof value === 'string') return buildText(value)
  if (Array.isArray(value))
    return buildGroup(
      '[',
      value.map((one) => printData(one, replace)),
      ']',
    )
  if (!isObject(value)) return String(value)
  return buildObject(
    Object.entries(value).map(([key, item]) => buildField(key, printData(item as Json, replace))),
  )
}
