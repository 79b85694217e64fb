import { type From, isFrom, listSources } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { findNumbers } from '../../../scoring/tokens.ts'
import { groupBy } from '../../../shared/group.ts'
import { isIdName } from '../../../shared/id-name.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { parsePlainAmount } from '../../../tasks/amount.ts'
import { areNumbersEqual } from '../../../tasks/equality.ts'
import { listLiteralLeaves } from '../../audit/literal-leaves.ts'
import { listNodes } from '../../load/nodes.ts'
import { splitItemPointer } from '../../print/rows.ts'
import { nameAt } from '../record/infer-schema.ts'
import { isShort } from '../record/value-exchange.ts'
import { countDigitsKept } from '../rounded.ts'
import { listItemsOf, readItem } from './narrow-places.ts'
import type { OutputOf } from './rows.ts'

/** Fewer digits agree by chance: over one item, the same field of several, any two values, and a whole list. */
const MIN_DIGITS = { item: 2, field: 4, any: 3, list: 3 } as const
/** Of more operands, two or three agree by chance. */
const MAX_OPERANDS = 8

/** The digits of a number, with its sign and a text around it or not. */
const readDigits = (value: Json): string =>
  typeof value === 'number'
    ? String(value)
    : typeof value === 'string'
      ? (parsePlainAmount(value)?.digits ?? '')
      : ''

/** Whether a value is a number that results give or the prompt asks for, and no small count. */
export const isFigure = (value: Json): boolean => readDigits(value) !== '' && !isShort(readDigits(value))

const isSame = (computed: number, digits: string): boolean =>
  areNumbersEqual(computed, Number(digits)) || countDigitsKept(computed, digits) !== undefined

const hasDigits = (digits: string, count: number): boolean => digits.replace(/\D/g, '').length >= count

/** A number with the binding that gives it. */
export interface Operand {
  number: number
  as: Json
  /** Whether a prompt writes it with a percent sign. */
  isPercent?: boolean
}

export interface Figure extends Operand {
  from: From
  /** The same for the same field of other items and of other results of the tool. */
  field: string
}

export const buildProduct = (one: Json, other: Json): JsonObject => {
  const [from, scale] = typeof one === 'number' ? [other, one] : [one, other]
  return isFrom(from) && typeof scale === 'number' && from.via === undefined
    ? { ...from, via: [{ scale }] }
    : { $product: [from, scale] }
}

const HUNDRED = 100
const PERCENT = /(\d+(?:\.\d+)?)\s*%/g
/** Ends the digits of a share such as `(100 - 15) / 100`. */
const MAX_SHARE_DIGITS = 6
const roundShare = (share: number): number => Number(share.toFixed(MAX_SHARE_DIGITS))

/** One number divided by another one; of a number in percent the share, and what is left or comes to with it. */
const divide = (one: Operand, other: Operand): Operand[] =>
  [[one, other] as const, [other, one] as const].flatMap(([{ number, as, isPercent }, by]): Operand[] => {
    if (isPercent || typeof as === 'number' || [0, 1].includes(Math.abs(by.number))) return []
    if (!by.isPercent) return [{ number: number / by.number, as: { $quotient: [as, by.as] } }]
    return [by.number, HUNDRED - by.number, HUNDRED + by.number].map((part) => {
      const share = roundShare(part / HUNDRED)
      return { number: number * share, as: buildProduct(as, share) }
    })
  })

/** What two operands come to in one step. */
const combine = (one: Operand, other: Operand): Operand[] => {
  const [a, b] = [one.as, other.as]
  return [
    { number: one.number + other.number, as: { $calc: 'sum', of: [a, b] } },
    { number: one.number - other.number, as: { $calc: 'difference', of: [a, b] } },
    { number: other.number - one.number, as: { $calc: 'difference', of: [b, a] } },
    ...([one.number, other.number].some((number) => Math.abs(number) === 1 || number === 0)
      ? []
      : [{ number: one.number * other.number, as: buildProduct(a, b) }]),
  ]
}

const listPairs = (operands: readonly Operand[], way = combine): Operand[] =>
  operands.flatMap((one, i) => operands.slice(i + 1).flatMap((other) => way(one, other)))

/** The only calculation over two operands that gives a number: a sum, difference or product, else a quotient or share; over three, if none over two does. */
function findOnlyWay(digits: string, operands: readonly Operand[], isDeep: boolean): Operand | undefined {
  if (operands.length > MAX_OPERANDS) return undefined
  const choose = (found: readonly Operand[]): Operand[] =>
    found.filter(({ number, as }) => listSources(as).length > 0 && isSame(number, digits))
  const pairs = listPairs(operands)
  const simple = choose(pairs)
  const two = simple.length > 0 ? simple : choose(listPairs(operands, divide))
  if (two.length > 0 || !isDeep) return two.length === 1 ? two[0] : undefined
  const deep = pairs.flatMap((pair) => {
    const used = stringifyStably(pair.as)
    return operands
      .filter(({ as }) => !used.includes(stringifyStably(as).replace(/\}$/, '')))
      .flatMap((one) => combine(pair, one))
  })
  const three = choose(deep)
  return three.length === 1 ? three[0] : undefined
}

/** Whether one step of arithmetic makes a value of two numbers that a prompt states. */
export function followsFromPrompt(value: Json, prompt: string): boolean {
  const digits = readDigits(value)
  const stated = findNumbers(prompt).map(({ value: number }) => ({ number, as: number }))
  return hasDigits(digits, MIN_DIGITS.field) && listPairs(stated).some(({ number }) => isSame(number, digits))
}

/** The numbers of results, but for ids. */
export function listFigures(steps: readonly Step[], outputOf: OutputOf): Figure[] {
  return steps.flatMap(({ step_id: $from, tool_name }) =>
    leavesOf(outputOf($from)).flatMap(({ pointer: at, value: number }): Figure[] => {
      const from = { $from, at }
      return typeof number === 'number' && !isIdName(nameAt(at))
        ? [{ number, as: from, from, field: `${tool_name} ${at.replaceAll(/\/\d+(?=\/|$)/g, '/*')}` }]
        : []
    }),
  )
}

/** The first result that gives a number back, which a call sent. */
export const findGivenBack = (value: number, { steps, outputOf }: Ground): Json | undefined =>
  hasDigits(String(value), MIN_DIGITS.any)
    ? listFigures(steps, outputOf).find(({ number }) => number === value)?.as
    : undefined

/** Parts of a list over which agents count: all of it, those that a task goes on with, and the rest. */
function listParts(figures: readonly Figure[], isTaken: (from: From) => boolean): (readonly Figure[])[] {
  const taken = figures.filter(({ from }) => isTaken(from))
  const rest = figures.filter((one) => !taken.includes(one))
  return [figures, taken, rest].filter(
    (part, i, all) => part.length > 1 && (i === 0 || part.length < (all[0]?.length ?? 0)),
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const OVER_LIST: ReadonlyMap<string, (numbers: readonly number[]) => number> = new Map([
  ['sum', sum],
  ['mean', (numbers) => sum(numbers) / numbers.length],
])

/** A number over a list, with the items that it is over. */
interface Aggregate extends Operand {
  over?: string
}

const addProducts = (pairs: readonly (readonly [Operand, Operand])[]): Operand => ({
  number: sum(pairs.map(([one, other]) => one.number * other.number)),
  as: { $calc: 'sum', of: pairs.map(([one, other]) => buildProduct(one.as, other.as)) },
})

/** What agents compute over lists of results: sums and means of a field, and sums of the products of two. */
function listAggregates(figures: readonly Figure[], ground: Ground): Aggregate[] {
  const lists = [...groupBy(figures, ({ field }) => field).values()].filter((list) => list.length > 1)
  const byItem = lists.map((list) => new Map(list.map((one) => [readItem(one.from), one])))
  return lists.flatMap((list, i) =>
    listParts(list, ground.isTaken).flatMap((part): Aggregate[] => {
      const of = part.map(({ as }) => as)
      const over = part.map(({ from }) => readItem(from)).join()
      const ofList = [...OVER_LIST].map(([$calc, compute]): Aggregate => {
        const as = { $calc, of }
        return { number: compute(part.map(({ number }) => number)), as, ...($calc === 'sum' && { over }) }
      })
      const products = byItem.slice(i + 1).flatMap((other) => {
        const pairs = part.flatMap((one) => {
          const beside = other.get(readItem(one.from))
          return beside === undefined ? [] : [[one, beside] as const]
        })
        return pairs.length === part.length ? [addProducts(pairs)] : []
      })
      return [...ofList, ...products]
    }),
  )
}

/** Sums over the lines that a call sends: a number of each line times a field of the item that the line is about. */
function listLineSums(figures: readonly Figure[], { args }: Ground): Operand[] {
  return listNodes(args, Array.isArray).flatMap(({ value: lines }) => {
    if (!Array.isArray(lines) || lines.length < 2 || !lines.every(isObject)) return []
    const sent = Object.keys(lines[0] as JsonObject).filter((key) =>
      lines.every((line) => typeof (line as JsonObject)[key] === 'number'),
    )
    const ofLines = lines.map((line) => {
      const items = new Set(listSources(line as JsonObject).map(readItem))
      return figures.filter(({ from }) => items.has(readItem(from)))
    })
    const fields = new Set(ofLines[0]?.map(({ field }) => field))
    return sent.flatMap((key) =>
      [...fields].flatMap((field) => {
        const pairs = lines.flatMap((line, i) => {
          const number = (line as JsonObject)[key] as number
          const figure = ofLines[i]?.find((one) => one.field === field)
          return figure === undefined ? [] : [[figure, { number, as: number }] as const]
        })
        return pairs.length === lines.length ? [addProducts(pairs)] : []
      }),
    )
  })
}

/**
 * A number as it is computed over a list, perhaps times one that nothing else uses or less or more than it, as a share of it,
 * or by another one.
 */
function findOverList(
  digits: string,
  figures: readonly Figure[],
  percents: readonly Operand[],
  ground: Ground,
): Operand | undefined {
  const aggregates: Aggregate[] = [...listAggregates(figures, ground), ...listLineSums(figures, ground)]
  const factors = figures.filter(
    ({ from, number }) => ground.isIdle(from) && !/\/\d/.test(from.at) && number !== 1,
  )
  const ways: (readonly [digits: number, list: () => Operand[]])[] = [
    [MIN_DIGITS.list, () => aggregates],
    [
      MIN_DIGITS.field + 1,
      () =>
        aggregates.flatMap((one) =>
          factors.map((other) => {
            return { number: one.number * other.number, as: { $product: [one.as, other.as] } }
          }),
        ),
    ],
    [
      MIN_DIGITS.field,
      () => aggregates.flatMap((one) => factors.flatMap((other) => combine(one, other).slice(1, 3))),
    ],
    [MIN_DIGITS.any, () => aggregates.flatMap((one) => percents.flatMap((other) => divide(one, other)))],
    [
      MIN_DIGITS.list,
      () =>
        aggregates.flatMap((one) =>
          aggregates
            .filter((other) => other !== one && one.over !== undefined && other.over === one.over)
            .flatMap((other) => divide(one, other).slice(0, 1)),
        ),
    ],
  ]
  return ways.flatMap(([count, list]) =>
    hasDigits(digits, count) ? (list().find(({ number }) => isSame(number, digits)) ?? []) : [],
  )[0]
}

/** A way to a number, rounded as a text writes the number. */
const roundLike = (digits: string, { number, as }: Operand): Json => {
  if (areNumbersEqual(number, Number(digits))) return as
  const round = digits.split('.')[1]?.length ?? 0
  return isObject(as) && '$calc' in as ? { ...as, round } : { $calc: 'sum', of: [as], round }
}

/** The change from one number to another in percent, which is printed as a text. */
function findChange(digits: string, figures: readonly Figure[]): JsonObject | undefined {
  if (!hasDigits(digits, MIN_DIGITS.field + 1)) return undefined
  const round = digits.split('.')[1]?.length ?? 0
  for (const { number, as, field } of figures)
    for (const other of figures)
      if (
        other.field === field &&
        isSame((100 * (other.number - number)) / number, digits.replace(/^\+/, ''))
      )
        return { $calc: 'change', of: [as, other.as], round }
  return undefined
}

/**
 * The only sum or difference that gives a small number: of a number of a result that nothing uses, and of one that a call
 * sent or the prompt states. Such a result is read for the answer.
 */
export function findLeft(
  value: number,
  sent: Json,
  { steps, outputOf, prompt, isIdle }: Ground,
): Json | undefined {
  const idle = listFigures(steps, outputOf).filter(({ from }) => isIdle(from))
  const known = [...leavesOf(sent).map((one) => one.value), ...findNumbers(prompt).map((one) => one.value)]
  const numbers = new Set(known.filter((one) => typeof one === 'number'))
  const ways = idle.flatMap((figure) =>
    [...numbers].flatMap((number) => combine(figure, { number, as: number })),
  )
  const found = ways.filter(({ number, as }) => number === value && isObject(as) && '$calc' in as)
  return found.length === 1 ? found[0]?.as : undefined
}

/** What a value may be computed from. */
export interface Ground {
  /** Steps that came before. */
  steps: readonly Step[]
  outputOf: OutputOf
  prompt: string
  /** Bindings of the call that has the value. */
  args: Json
  /** Whether a task goes on with the item of a list that a place is in. */
  isTaken: (from: From) => boolean
  /** Whether nothing uses the result of a place. */
  isIdle: (from: From) => boolean
  /** Whether the text that has the value shows a place as well. */
  isShown?: ((from: From) => boolean) | undefined
}

/** The other numbers that the call of a value sends. */
const listSent = (value: Json, { args }: Ground): number[] =>
  listLiteralLeaves(args).flatMap(({ value: one }) => (typeof one === 'number' && one !== value ? [one] : []))

/**
 * A value as it is computed from results and numbers of the prompt. The search goes over the item that a call is about, over the same field
 * of two, over any two values outside of lists, or over a list. Each way was executed over the recorded results, and only
 * one that no other contradicts is given.
 */
export function deriveFromResults(value: Json, ground: Ground): Json | undefined {
  const written = readDigits(value)
  const digits = written.replaceAll(',', '')
  const figures = listFigures(ground.steps, ground.outputOf)
  const isPlain = typeof value === 'number' || digits === value
  const numbers = new Set([
    ...findNumbers(ground.prompt).map(({ value: number }) => number),
    ...listSent(value, ground),
  ])
  const percents = new Set([...ground.prompt.matchAll(PERCENT)].map(([, written]) => Number(written)))
  const stated = [...numbers].map((number): Operand => {
    return { number, as: number, isPercent: percents.has(number) }
  })
  const ofPrompt = stated.filter(({ isPercent }) => isPercent)
  const listed = isPlain ? findOverList(digits, figures, ofPrompt, ground) : undefined
  if (listed !== undefined) return roundLike(digits, listed)
  const change = findChange(digits, figures)
  const items = listItemsOf(ground.args, ground.steps)
  const ofItem = figures.filter(({ from }) => items.has(readItem(from)))
  const taken = figures.filter(({ from }) => ground.isTaken(from))
  const alone = figures.filter(({ from }) => splitItemPointer(from.at) === undefined)
  const shown = figures.filter(({ from }) => ground.isShown?.(from))
  const shownItems = new Set(shown.map(({ from }) => readItem(from)))
  // The only item of its list is as good as in none.
  const sole = [...groupBy(figures, ({ field }) => field).values()]
    .flatMap((same) => (same.length === 1 ? same : []))
    .filter((one) => !alone.includes(one))
  const pools: (readonly [operands: readonly Operand[], digits: number, isDeep: boolean])[] = [
    ...(ofItem.length > 0 ? [[[...stated, ...ofItem], MIN_DIGITS.item, true] as const] : []),
    [shown, MIN_DIGITS.item, false],
    [figures.filter(({ from }) => shownItems.has(readItem(from))), MIN_DIGITS.any, false],
    ...[taken, alone].flatMap((part) =>
      [...groupBy(part, ({ field }) => field).values()].map(
        (same) => [same, same.length === 2 ? MIN_DIGITS.any : MIN_DIGITS.field, false] as const,
      ),
    ),
    [[...stated, ...alone], MIN_DIGITS.any, false],
    [[...taken, ...alone, ...sole], MIN_DIGITS.any, false],
    // A share of what is in no list, or is gone on with.
    [ofPrompt.length === 0 ? [] : [...ofPrompt, ...taken, ...alone], MIN_DIGITS.any, false],
  ]
  const found = pools.flatMap(([operands, count, isDeep]) =>
    hasDigits(digits, count) ? (findOnlyWay(digits.replace(/^\+/, ''), operands, isDeep) ?? []) : [],
  )[0]
  const binding = change ?? found?.as
  if (binding === undefined) return undefined
  const rounded = found === undefined || change !== undefined ? binding : roundLike(digits, found)
  if (typeof value !== 'string') return change === undefined ? rounded : { ...change, via: ['number'] }
  const [before = '', after = ''] = value.split(written)
  return { $text: [before, rounded, after].filter((part) => part !== '') }
}
