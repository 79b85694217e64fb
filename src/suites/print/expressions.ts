import { type From, isFrom, isText, listSources, type Transform } from '../../schema/binding.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { replaceAt } from '../../shared/pointer.ts'
import { buildConstantArguments } from '../calibration/random-arguments.ts'
import { listNodes } from '../load/nodes.ts'
import {
  buildChain,
  buildField,
  buildGroup,
  buildMethod,
  buildObject,
  buildText,
  type Doc,
  quoteText,
  wrapOperand,
} from './layout.ts'
import { printPath } from './names.ts'
import { findInRows, type ItemChoice } from './rows.ts'
import type { LengthOf } from './scope.ts'

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

/** The change from one value to another in percent, as a text. */
export const printChange = ([from = '', to = '']: readonly Doc[], digits: number): Doc =>
  buildMethod(['(100 * (', buildChain('/', [to, from].map(wrapOperand)), ' - 1))'], `.toFixed(${digits})`)

export const printTransforms = (doc: Doc, via: Json | undefined): Doc =>
  ((via ?? []) as unknown as Transform[]).reduce(printTransform, doc)

/** The item with the greatest or least value at a JSON Pointer. */
export function printBest(list: Doc, pointer: string, isGreatest: boolean): Doc {
  const path = printPath(pointer)
  return buildMethod(list, `.reduce((a, b) => (b${path} ${isGreatest ? '>' : '<'} a${path} ? b : a))`)
}

/** Whether a `$pick` gives a part of one of the results that it compares. */
export const isUniformPick = ({ of, give }: JsonObject): boolean =>
  [of, give].every((list) => {
    const [first = null] = list as Json[]
    return (list as Json[]).every((one, i) => {
      const score = (of as Json[])[i] ?? null
      const isSame = isFrom(one) && isFrom(first) && isFrom(score) && one.$from === score.$from
      return isSame && one.via === undefined && one.at === first.at
    })
  })

/** Values that differ in the item of a list that they read, or in one text or number. */
export interface ItemRun {
  /** The list as a binding, else its items. */
  list: From | Json[]
  /** Places of the items in a list of a result. */
  indices?: readonly number[]
  /** The value of one item. */
  each: Json
  /** The same over the values themselves, which is shorter where nothing else goes through these items. */
  plain?: ItemRun
  /** The chosen items that it goes through. */
  choice?: ItemChoice
  /** Whether what reads the results has the words of the list, too. */
  isWordRead?: boolean
}

/** Whether a run goes through other items than the first ones of its list. */
export const isOfChosen = ({ list, indices = [] }: ItemRun): boolean =>
  !Array.isArray(list) && indices.some((index, i) => index !== i)

/** Fewer values are as short one by one. */
const MIN_RUN_LENGTH = 3

/** What is common to values that read the items of a list. */
export function findItemRun(values: readonly Json[], minLength = MIN_RUN_LENGTH): ItemRun | undefined {
  if (values.length < minLength) return undefined
  const lists = listSources(values[0] ?? null).flatMap(({ $from, at }): From[] =>
    [...at.matchAll(/\/\d+(?=\/|$)/g)].map(({ index }) => ({ $from, at: at.slice(0, index) })),
  )
  for (const list of lists) {
    const runs = values.map((value) => readItem(value, list))
    const indices = runs.flatMap(({ index }) => index ?? [])
    const [{ each } = { each: null }] = runs
    const isAlike = runs.every((run) => stringifyStably(run.each) === stringifyStably(each))
    if (isAlike && indices.length === values.length && new Set(indices).size === indices.length)
      return { list, indices, each }
  }
  return undefined
}

/** The same for a list whose length is known: two values go through it if it has no other items. */
export function findListRun(values: readonly Json[], lengthOf: LengthOf): ItemRun | undefined {
  const run = findItemRun(values, 2)
  const isWhole = run && !Array.isArray(run.list) && lengthOf(run.list) === values.length
  return isWhole ? run : findItemRun(values)
}

/** Values that go through chosen items in their order: what is common to them. Words of the agent's own may differ. */
export function findChosenRun(values: readonly Json[], choice: ItemChoice): ItemRun | undefined {
  if (choice.indices.length < 2) return undefined
  const runs = values.map((value) => {
    const found = new Set<number>()
    const [each = null] = listNodes([value], isFrom).reduce<Json[]>(
      (all, { pointer, value: node }) => {
        const place = isFrom(node) ? findInRows(choice.rows, node) : undefined
        // An item that all calls take beside theirs has a variable of its own.
        if (place === undefined || !choice.indices.includes(place.index)) return all
        found.add(place.index)
        const { $from: _, at: __, ...others } = node as JsonObject
        return replaceAt(all, pointer, { $item: place.at, row: place.list, ...others } as Json)
      },
      [value],
    )
    return { indices: [...found], each }
  })
  const isInOrder = runs.every(({ indices }, i) => indices.length === 1 && indices[0] === choice.indices[i])
  const [first, ...others] = runs.map(({ each }) => each)
  if (!isInOrder || runs.length !== choice.indices.length || first === undefined) return undefined
  const each = others.reduce<Json | undefined>(
    (all, one) => (all === undefined ? undefined : mergeValues(all, one)),
    first,
  )
  return each === undefined ? undefined : { list: [], each, choice }
}

/** What two values have in common: of words of the agent's own, those in front; undefined if they differ in more. */
function mergeValues(one: Json, other: Json): Json | undefined {
  if (stringifyStably(one) === stringifyStably(other)) return one
  if (!isObject(one) || !isObject(other)) return undefined
  if (Object.keys(one).join() !== Object.keys(other).join()) return undefined
  if (isText(one) && isText(other)) {
    if (one.$text.length !== other.$text.length) return undefined
    const parts = one.$text.map((part, i) => {
      const [left, right] = [part, other.$text[i]]
      if (typeof left !== 'string' || typeof right !== 'string') return mergeValues(left, right as Json)
      let end = 0
      while (end < left.length && left[end] === right[end]) end++
      if (left === right) return left
      const common = left.slice(0, left.lastIndexOf(' ', end) + 1)
      return i === one.$text.length - 1 ? common.trimEnd() : common
    })
    return parts.includes(undefined) ? undefined : { $text: parts as Json[] }
  }
  const fields = Object.entries(one).map(([key, value]) => [
    key,
    mergeValues(value as Json, other[key] as Json),
  ])
  return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields)
}

/** A value with `$item` for the item of a list that it reads first, and the place of that item. */
function readItem(value: Json, list: From): { index: number | undefined; each: Json } {
  let index: number | undefined
  const nodes = listNodes([value], isFrom)
  const [each = null] = nodes.reduce<Json[]>(
    (all, { pointer, value: node }) => {
      if (!isFrom(node) || node.$from !== list.$from || !node.at.startsWith(`${list.at}/`)) return all
      const { $from: _, at, ...others } = node
      const [key = '', ...path] = at.slice(list.at.length + 1).split('/')
      if (!/^\d+$/.test(key) || (index ?? Number(key)) !== Number(key)) return all
      index = Number(key)
      return replaceAt(all, pointer, { $item: path.map((one) => `/${one}`).join(''), ...others } as Json)
    },
    [value],
  )
  return { index, each }
}

/**
 * The same for arguments of calls: they may also be equal if their results are used, and else differ in one value if
 * nothing reads a single result.
 */
export function findCallRun(
  args: readonly JsonObject[],
  isUsed: boolean,
  areReadTogether: boolean,
  isPicked: boolean,
): ItemRun | undefined {
  const [first = {}] = args
  const keys = [...new Set(args.flatMap((one) => Object.keys(one)))]
  const [key, ...others] = keys.filter(
    (one) => new Set(args.map((sent) => stringifyStably(sent[one] ?? null))).size > 1,
  )
  if (key === undefined)
    return isUsed && args.length >= MIN_RUN_LENGTH ? { list: [], each: first } : undefined
  const list = args.map((one) => one[key] as Json)
  const isPlain = list.every((one) => typeof one === 'string' || typeof one === 'number' || isFrom(one))
  const found = findItemRun(args, 2)
  // Two calls whose results are used are as short one by one, unless they take several parts of their items.
  const parts = listNodes([found?.each ?? null]).filter(({ value }) => isObject(value) && '$item' in value)
  const isShort = isUsed && args.length < MIN_RUN_LENGTH && parts.length < 2
  const run = isShort && !(areReadTogether && isPicked) ? undefined : found
  const isGathered = areReadTogether && args.length >= MIN_RUN_LENGTH
  if ((isUsed && !isGathered) || others.length > 0 || !isPlain) return run
  const plain: ItemRun = { list, each: { ...first, [key]: { $item: '' } } }
  return run === undefined ? plain : { ...run, plain }
}

/** What the arguments of calls differ in, if that is one word or number. */
export function listWords(args: readonly JsonObject[]): Json[] {
  const keys = [...new Set(args.flatMap((one) => Object.keys(one)))]
  const [key = '', ...others] = keys.filter(
    (one) => new Set(args.map((sent) => stringifyStably(sent[one] ?? null))).size > 1,
  )
  const words = args.map((one) => one[key] ?? null)
  return others.length === 0 && words.every((one) => typeof one !== 'object') ? words : []
}

/** What is common to values that read one result each, in the order of the calls: `$word` is the word of the call. */
export function findResultEach(
  values: Json,
  ids: readonly string[],
  words: readonly Json[] = [],
): Json | undefined {
  if (!Array.isArray(values) || values.length !== ids.length) return undefined
  const all = values.map((value, i) =>
    listNodes([value]).reduce<Json[]>(
      (done, { pointer, value: node }) => {
        if (node === words[i]) return replaceAt(done, pointer, { $word: '' })
        if (!isFrom(node) || node.$from !== ids[i]) return done
        const { $from: _, at, ...others } = node
        return replaceAt(done, pointer, { $item: at, ...others } as Json)
      },
      [value],
    ),
  )
  const [[each = null] = []] = all
  const isAlike = all.every((one) => stringifyStably(one) === stringifyStably([each]))
  return isAlike && listNodes([each]).some(({ value }) => isObject(value) && '$item' in value)
    ? each
    : undefined
}

/** Whether values read the results of steps only all together, in the order of the steps. */
export function areReadTogether(
  ids: readonly string[],
  nodes: readonly Json[],
  words: readonly Json[],
): boolean {
  const countRead = (all: readonly Json[]): number =>
    all.filter((node) => isFrom(node) && ids.includes(node.$from)).length
  const isOf = (one: Json, i: number): boolean => isFrom(one) && one.$from === ids[i]
  const lists = nodes.filter(
    (node): node is Json[] =>
      Array.isArray(node) &&
      node.length === ids.length &&
      (node.every(isOf) || findResultEach(node, ids, words) !== undefined),
  )
  const inLists = lists.map((list) => countRead(listNodes(list).map(({ value }) => value)))
  return countRead(nodes) === inLists.reduce((sum, count) => sum + count, 0)
}

/** Whether a value picks among the results of steps. */
export const isPickedFrom = (ids: readonly string[], nodes: readonly Json[]): boolean =>
  nodes.some(
    (node) =>
      isObject(node) &&
      node.$pick !== undefined &&
      (node.of as JsonObject[]).map(({ $from }) => $from).join() === ids.join(),
  )

/** What a fixed trace allows of a value and a function does not. */
export function describeLoss(value: Json): string | undefined {
  if (!isObject(value)) return undefined
  if (value.digits !== undefined) return `Exact: rounded to ${String(value.digits)} digits it does not pass.`
  return value.around === true
    ? 'The JSON allows a greeting or another line around this; a function does not.'
    : undefined
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
