import { parseBodyJson } from '../../../network/routes/upstream.ts'
import type { Step } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { findNumbers } from '../../../scoring/tokens.ts'
import { groupBy } from '../../../shared/group.ts'
import type { Json } from '../../../shared/json.ts'
import { parsePlainAmount } from '../../../tasks/amount.ts'
import { areNumbersEqual } from '../../../tasks/equality.ts'
import { isShort } from '../record/value-exchange.ts'
import { countDigitsKept } from '../rounded.ts'
import type { SessionCall } from './session.ts'

/** Fewer digits may agree by chance. */
const MIN_DIGITS = 5

const WAYS: ReadonlyMap<string, (one: number, other: number) => number> = new Map([
  ['sum', (one, other) => one + other],
  ['difference', (one, other) => one - other],
  ['change', (one, other) => (100 * (other - one)) / one],
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

/** Two numbers of which one step of arithmetic makes a value, perhaps rounded, and the step. */
function findDerivation<T extends { number: number }>(
  value: Json,
  operands: readonly T[],
): { way: string; of: [T, T] } | undefined {
  const digits = readDigits(value).replace(/^\+/, '')
  if (digits.replace(/\D/g, '').length < MIN_DIGITS) return undefined
  for (const one of operands)
    for (const other of operands)
      for (const [way, compute] of one === other ? [] : WAYS) {
        const made = compute(one.number, other.number)
        if (areNumbersEqual(made, Number(digits)) || countDigitsKept(made, digits) !== undefined)
          return { way, of: [one, other] }
      }
  return undefined
}

/** Whether one step of arithmetic makes a value of two numbers that a prompt states. */
export const followsFromPrompt = (value: Json, prompt: string): boolean =>
  findDerivation(
    value,
    findNumbers(prompt).map(({ value: number }) => ({ number })),
  ) !== undefined

/** A value as it is computed from the same field of two results of one tool; undefined where none gives it. */
export function deriveFromResults(
  value: Json,
  steps: readonly Step[],
  calls: readonly SessionCall[],
): Json | undefined {
  const numbers = steps.flatMap(({ step_id: $from, tool_name }, i) =>
    leavesOf(parseBodyJson(calls[i]?.body ?? '')).flatMap(({ pointer: at, value: number }) =>
      typeof number === 'number' ? [{ $from, at, number, field: `${tool_name} ${at}` }] : [],
    ),
  )
  for (const same of groupBy(numbers, ({ field }) => field).values()) {
    const found = findDerivation(value, same)
    if (found === undefined) continue
    const digits = readDigits(value)
    const round = digits.split('.')[1]?.length ?? 0
    const binding = { $calc: found.way, of: found.of.map(({ $from, at }) => ({ $from, at })), round }
    // A change in percent is printed as a text.
    if (typeof value !== 'string') return found.way === 'change' ? { ...binding, via: ['number'] } : binding
    const [before = '', after = ''] = value.split(digits)
    return { $text: [before, binding, after].filter((part) => part !== '') }
  }
  return undefined
}
