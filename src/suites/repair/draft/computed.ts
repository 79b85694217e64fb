import type { From } from '../../../schema/binding.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { findNumbers } from '../../../scoring/tokens.ts'
import { groupBy } from '../../../shared/group.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { parsePlainAmount } from '../../../tasks/amount.ts'
import { areNumbersEqual } from '../../../tasks/equality.ts'
import { isIdName, nameAt } from '../record/infer-schema.ts'
import { isShort } from '../record/value-exchange.ts'
import { countDigitsKept } from '../rounded.ts'
import type { OutputOf } from './rows.ts'

/** Fewer digits agree by chance: of one step over two numbers, and of one over a whole list. */
const MIN_DIGITS = { two: 5, few: 4, list: 3 } as const
const MAX_FEW = 3

const OVER_TWO: ReadonlyMap<string, (one: number, other: number) => number> = new Map([
  ['sum', (one, other) => one + other],
  ['difference', (one, other) => one - other],
  ['change', (one, other) => (100 * (other - one)) / one],
])

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const OVER_LIST: ReadonlyMap<string, (numbers: readonly number[]) => number> = new Map([
  ['sum', sum],
  ['mean', (numbers) => sum(numbers) / numbers.length],
])

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

/** Two numbers of which one step of arithmetic makes a value, perhaps rounded, and the step. */
function findDerivation<T extends { number: number }>(
  value: Json,
  operands: readonly T[],
): { way: string; of: [T, T] } | undefined {
  const digits = readDigits(value).replace(/^\+/, '')
  if (!hasDigits(digits, operands.length > MAX_FEW ? MIN_DIGITS.two : MIN_DIGITS.few)) return undefined
  for (const one of operands)
    for (const other of operands)
      for (const [way, compute] of one === other ? [] : OVER_TWO)
        if (isSame(compute(one.number, other.number), digits)) return { way, of: [one, other] }
  return undefined
}

/** Whether one step of arithmetic makes a value of two numbers that a prompt states. */
export const followsFromPrompt = (value: Json, prompt: string): boolean =>
  findDerivation(
    value,
    findNumbers(prompt).map(({ value: number }) => ({ number })),
  ) !== undefined

interface Figure {
  number: number
  from: From
  /** The same for the same field of other items and of other results of the tool. */
  field: string
}

/** The numbers of results, but for ids. */
function listFigures(steps: readonly { step_id: string; tool_name: string }[], outputOf: OutputOf): Figure[] {
  return steps.flatMap(({ step_id: $from, tool_name }) =>
    leavesOf(outputOf($from)).flatMap(({ pointer: at, value: number }): Figure[] =>
      typeof number === 'number' && !isIdName(nameAt(at))
        ? [{ number, from: { $from, at }, field: `${tool_name} ${at.replaceAll(/\/\d+(?=\/|$)/g, '/*')}` }]
        : [],
    ),
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

/** A number as it is computed over a list, perhaps times one number that nothing else uses. */
function findOverList(
  digits: string,
  figures: readonly Figure[],
  isTaken: (from: From) => boolean,
  isIdle: (from: From) => boolean,
): Json | undefined {
  if (!hasDigits(digits, MIN_DIGITS.list)) return undefined
  const round = digits.split('.')[1]?.length ?? 0
  const lists = [...groupBy(figures, ({ field }) => field).values()].filter((list) => list.length > 1)
  const factors = figures.filter(({ from }) => isIdle(from) && !/\/\d/.test(from.at))
  for (const list of lists)
    for (const part of listParts(list, isTaken))
      for (const [way, compute] of OVER_LIST) {
        const made = compute(part.map(({ number }) => number))
        const of = part.map(({ from }) => from) as unknown as Json[]
        if (isSame(made, digits))
          return { $calc: way, of, ...(areNumbersEqual(made, Number(digits)) ? {} : { round }) }
        const factor = factors.find(
          ({ number, from }) =>
            !of.includes(from as unknown as Json) && number !== 1 && isSame(made * number, digits),
        )
        if (factor !== undefined && hasDigits(digits, MIN_DIGITS.two))
          return { $product: [{ $calc: way, of }, factor.from as unknown as Json] }
      }
  return undefined
}

/**
 * A value as it is computed from results: by one step over the same field of two results or of two chosen items, or over
 * a list.
 *
 * @param isTaken Whether a task goes on with the item of a list that a place is in
 * @param isIdle Whether nothing uses the result of a place
 */
export function deriveFromResults(
  value: Json,
  steps: readonly { step_id: string; tool_name: string }[],
  outputOf: OutputOf,
  isTaken: (from: From) => boolean,
  isIdle: (from: From) => boolean,
): Json | undefined {
  const figures = listFigures(steps, outputOf)
  const digits = readDigits(value).replaceAll(',', '')
  const listed = findOverList(digits, figures, isTaken, isIdle)
  if (listed !== undefined && (typeof value === 'number' || digits === value)) return listed
  const fields = figures.map((one) => ({ ...one, place: `${one.field.split(' ')[0]} ${one.from.at}` }))
  const taken = fields.filter(({ from }) => isTaken(from))
  const groups = [
    ...groupBy(fields, ({ place }) => place).values(),
    ...groupBy(taken, ({ field }) => field).values(),
  ]
  for (const same of groups) {
    const found = findDerivation(value, same)
    if (found === undefined) continue
    const round = digits.split('.')[1]?.length ?? 0
    const [one, other] = found.of
    const made = OVER_TWO.get(found.way)?.(one.number, other.number) ?? Number.NaN
    const isExact = found.way !== 'change' && areNumbersEqual(made, Number(digits))
    const of = [{ ...one.from }, { ...other.from }]
    const binding: JsonObject = { $calc: found.way, of, ...(isExact ? {} : { round }) }
    // A change in percent is printed as a text.
    if (typeof value !== 'string') return found.way === 'change' ? { ...binding, via: ['number'] } : binding
    const [before = '', after = ''] = value.split(readDigits(value))
    return { $text: [before, binding, after].filter((part) => part !== '') }
  }
  return undefined
}
