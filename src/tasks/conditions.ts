import { type ComparisonOperator, type Condition, findOperator } from '../schema/condition.ts'
import type { Json } from '../shared/json.ts'
import { isObject, stringifyStably } from '../shared/json.ts'
import { computeInstant, dateOf } from './dates.ts'
import { areNumbersEqual, normalizeText } from './equality.ts'

/** What a condition reads: undefined for the output of a step that is gone, null for a value that is not there. */
export interface ConditionReader {
  valueOf(operand: Json): Json | undefined
  /** As {@link valueOf}; a `$find` that finds none is gone, and no error. */
  valueIfAny(operand: Json): Json | undefined
  /** Whether the tool refused a step; undefined where the step is gone for another reason. */
  hasFailed(stepId: string): boolean | undefined
}

const parseInstant = (text: string): number | undefined => {
  const date = dateOf(text)
  return date && computeInstant(date)
}

/**
 * The difference of two values in their order: numbers, or texts that are dates.
 *
 * @throws RangeError for others
 */
export function compareValues(one: Json, other: Json): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'string' && typeof other === 'string') {
    const [first, second] = [parseInstant(one), parseInstant(other)]
    if (first !== undefined && second !== undefined) return first - second
  }
  throw new RangeError(
    `${stringifyStably(one)} and ${stringifyStably(other)} cannot be ordered: expected two numbers, or two texts that are dates`,
  )
}

function isSame(one: Json, other: Json): boolean {
  if (typeof one === 'number' && typeof other === 'number') return areNumbersEqual(one, other)
  if (typeof one === 'string' && typeof other === 'string') return normalizeText(one) === normalizeText(other)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => isSame(item, other[i] as Json))
  if (isObject(one) && isObject(other)) {
    const keys = Object.keys(one)
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && isSame(one[key] as Json, other[key] as Json))
    )
  }
  return one === other
}

function isIn(part: Json, whole: Json): boolean {
  if (Array.isArray(whole)) return whole.some((item) => isSame(part, item))
  if (typeof part === 'string' && typeof whole === 'string') return whole.includes(part)
  throw new RangeError(`${stringifyStably(whole)} has no members: expected a list, or two texts`)
}

const COMPARE: Readonly<Record<ComparisonOperator, (one: Json, other: Json) => boolean>> = {
  $gt: (one, other) => compareValues(one, other) > 0,
  $gte: (one, other) => isSame(one, other) || compareValues(one, other) >= 0,
  $lt: (one, other) => compareValues(one, other) < 0,
  $lte: (one, other) => isSame(one, other) || compareValues(one, other) <= 0,
  $eq: isSame,
  $in: isIn,
}

const SIGNS: Readonly<Record<ComparisonOperator, string>> = {
  $gt: '>',
  $gte: '>=',
  $lt: '<',
  $lte: '<=',
  $eq: '=',
  $in: 'in',
}

/** A condition in words: `temperature_celsius 31.2 > 30`; `operands` are its operands in order, with their values. */
export function describeCondition(condition: Condition, operands: Iterator<string>): string {
  const operator = findOperator(condition)
  const operand = condition[operator ?? ''] as Json
  const takeOperand = (): string => String(operands.next().value)
  switch (operator) {
    case '$exists':
      return `${takeOperand()} exists`
    case '$failed':
      return `${String(operand)} was refused`
    case '$not':
      return `not ${describeCondition(operand as Condition, operands)}`
    case '$and':
    case '$or':
      return (operand as Condition[])
        .map((part) => describeCondition(part, operands))
        .join(` ${operator.slice(1)} `)
    default:
      return `${takeOperand()} ${SIGNS[operator as ComparisonOperator]} ${takeOperand()}`
  }
}

/**
 * Whether a condition holds; undefined where that depends on the output of a step that is gone. All operands are read,
 * also where the first decides.
 *
 * @throws RangeError for operands that have no order or no members
 */
export function holds(condition: Condition, reader: ConditionReader): boolean | undefined {
  const operator = findOperator(condition)
  const operand = condition[operator ?? ''] as Json
  switch (operator) {
    case '$exists':
      return (reader.valueIfAny(operand) ?? null) !== null
    case '$failed':
      return reader.hasFailed(operand as string)
    case '$not': {
      const inner = holds(operand as Condition, reader)
      return inner === undefined ? undefined : !inner
    }
    case '$and':
    case '$or': {
      const decisive = operator === '$or'
      const parts = (operand as Condition[]).map((part) => holds(part, reader))
      return parts.includes(decisive) ? decisive : parts.includes(undefined) ? undefined : !decisive
    }
    default: {
      const [one, other] = (operand as [Json, Json]).map((part) => reader.valueOf(part))
      if (one === undefined || other === undefined) return undefined
      return one !== null && other !== null && COMPARE[operator as ComparisonOperator](one, other)
    }
  }
}
