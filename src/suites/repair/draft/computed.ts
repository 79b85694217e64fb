import { type From, isFrom, listSources } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { findNumbers } from '../../../scoring/tokens.ts'
import { groupBy } from '../../../shared/group.ts'
import { isIdName } from '../../../shared/id-name.ts'
import { type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { parsePlainAmount } from '../../../tasks/amount.ts'
import { areNumbersEqual } from '../../../tasks/equality.ts'
import { listLiteralLeaves } from '../../audit/literal-leaves.ts'
import { splitItemPointer } from '../../print/rows.ts'
import { nameAt } from '../record/infer-schema.ts'
import { isShort } from '../record/value-exchange.ts'
import { countDigitsKept } from '../rounded.ts'
import { listItemsOf, readItem } from './narrow-places.ts'
import type { OutputOf } from './rows.ts'

/** Fewer digits agree by chance: over one item, the same field of two, any two values, and a whole list. */
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

const listPairs = (operands: readonly Operand[]): Operand[] =>
  operands.flatMap((one, i) => operands.slice(i + 1).flatMap((other) => combine(one, other)))

/** The only calculation over two operands that gives a number; over three, if none over two does. */
function findOnlyWay(digits: string, operands: readonly Operand[], isDeep: boolean): Operand | undefined {
  if (operands.length > MAX_OPERANDS) return undefined
  const choose = (found: readonly Operand[]): Operand[] =>
    found.filter(({ number, as }) => listSources(as).length > 0 && isSame(number, digits))
  const pairs = listPairs(operands)
  const two = choose(pairs)
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

/** A number as it is computed over a list, perhaps times one number that nothing else uses. */
function findOverList(digits: string, figures: readonly Figure[], ground: Ground): Json | undefined {
  if (!hasDigits(digits, MIN_DIGITS.list)) return undefined
  const round = digits.split('.')[1]?.length ?? 0
  const lists = [...groupBy(figures, ({ field }) => field).values()].filter((list) => list.length > 1)
  const factors = figures.filter(({ from }) => ground.isIdle(from) && !/\/\d/.test(from.at))
  for (const list of lists)
    for (const part of listParts(list, ground.isTaken))
      for (const [way, compute] of OVER_LIST) {
        const made = compute(part.map(({ number }) => number))
        const of = part.map(({ from }) => from) as unknown as Json[]
        if (isSame(made, digits))
          return { $calc: way, of, ...(areNumbersEqual(made, Number(digits)) ? {} : { round }) }
        const factor = factors.find(
          (one) => !part.includes(one) && one.number !== 1 && isSame(made * one.number, digits),
        )
        if (factor !== undefined && hasDigits(digits, MIN_DIGITS.field + 1))
          return { $product: [{ $calc: way, of }, factor.as] }
      }
  return undefined
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
}

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
  const listed = isPlain ? findOverList(digits, figures, ground) : undefined
  if (listed !== undefined) return listed
  const change = findChange(digits, figures)
  const sent = listLiteralLeaves(ground.args).flatMap(({ value: one }) =>
    typeof one === 'number' && one !== value ? [one] : [],
  )
  const numbers = new Set([...findNumbers(ground.prompt).map(({ value: number }) => number), ...sent])
  const stated = [...numbers].map((number): Operand => ({ number, as: number }))
  const items = listItemsOf(ground.args, ground.steps)
  const ofItem = figures.filter(({ from }) => items.has(readItem(from)))
  const taken = figures.filter(({ from }) => ground.isTaken(from))
  const alone = figures.filter(({ from }) => splitItemPointer(from.at) === undefined)
  const pools: (readonly [operands: readonly Operand[], digits: number, isDeep: boolean])[] = [
    ...(ofItem.length > 0 ? [[[...stated, ...ofItem], MIN_DIGITS.item, true] as const] : []),
    ...[taken, alone].flatMap((part) =>
      [...groupBy(part, ({ field }) => field).values()].map(
        (same) => [same, MIN_DIGITS.field, false] as const,
      ),
    ),
    [[...stated, ...alone], MIN_DIGITS.any, false],
  ]
  const found = pools.flatMap(([operands, count, isDeep]) =>
    hasDigits(digits, count) ? (findOnlyWay(digits.replace(/^\+/, ''), operands, isDeep) ?? []) : [],
  )[0]
  const binding = change ?? found?.as
  if (binding === undefined) return undefined
  const isExact = change === undefined && areNumbersEqual(found?.number ?? Number.NaN, Number(digits))
  const round = digits.split('.')[1]?.length ?? 0
  const rounded = isExact || change !== undefined ? binding : { $calc: 'sum', of: [binding], round }
  if (typeof value !== 'string') return change === undefined ? rounded : { ...change, via: ['number'] }
  const [before = '', after = ''] = value.split(written)
  return { $text: [before, rounded, after].filter((part) => part !== '') }
}
