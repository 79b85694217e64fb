import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { convertFromJson, evaluate, toJson } from '../../python/evaluate.ts'
import {
  COLLECTION_FUNCTIONS,
  convertToFloat,
  indexByName,
  NUMBER_FUNCTIONS,
  TYPES,
} from '../../python/library.ts'
import { createBuiltin, EvaluationError, type PyValue, throwEvaluationError } from '../../python/values.ts'

const DAY = 86_400_000

const parseInstant = (text: string): number => {
  const instant = Date.parse(text)
  return Number.isNaN(instant)
    ? throwEvaluationError(`"${text.slice(0, 40)}" is not a date or time in ISO 8601`)
    : instant
}

const addDays = createBuiltin('add_days', 'date:str days', (m, text: string, days: PyValue) => {
  const moved = new Date(parseInstant(text) + convertToFloat(m, days) * DAY)
  if (Number.isNaN(moved.getTime())) throwEvaluationError('the date is out of range')
  return /^\d{4}-\d\d-\d\d$/.test(text) ? moved.toISOString().slice(0, 10) : moved.toISOString()
})

const daysBetween = createBuiltin('days_between', 'start:str end:str', (_, start: string, end: string) =>
  BigInt(Math.floor((parseInstant(end) - parseInstant(start)) / DAY)),
)

const VOCABULARY = indexByName([...NUMBER_FUNCTIONS, ...COLLECTION_FUNCTIONS, ...TYPES, addDays, daysBetween])

/** A formula has no value: it is wrong for what it was given. */
export class FormulaError extends Error {
  override readonly name = 'FormulaError'
}

/**
 * The value of a formula.
 *
 * @param names What it may name
 * @throws FormulaError where it is wrong, names what is not there, or takes too long
 */
export function evaluateFormula(text: string, names: JsonObject): Json {
  const known = Object.entries(names).map(([name, value]) => [name, convertFromJson(value)] as const)
  try {
    return evaluate(text, [...VOCABULARY, ...known], (value, m) => toJson(m, value))
  } catch (error) {
    if (error instanceof EvaluationError)
      throw new FormulaError(`the formula ${text} has no value: ${error.message}`)
    throw error
  }
}

/** Whether Python takes a value for true. */
export const isTruthy = (value: Json): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) ? Object.keys(value).length > 0 : Boolean(value)
