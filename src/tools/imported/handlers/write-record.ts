import { copyJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { valueOfFormula } from './formula.ts'
import { belowZero, type HandledCall, HandlerRefusal } from './handled-call.ts'
import type { Handler } from './handler.ts'
import { rounded } from './rounded.ts'

type Setting = Handler['set'][number]

/** A record that is about to be written. */
interface Target {
  /** The record as it is; empty for a new one. */
  readonly record: JsonObject
  /** What formulas may name. */
  readonly names: JsonObject
  /** Values that the field has in other records. */
  takenIn(field: string): (string | number)[]
}

/** A number that an argument changes by another. Throws a `HandlerRefusal` where it may not fall below zero and would. */
function moved(
  { args, handler }: HandledCall,
  field: string,
  parameter: string,
  sign: 1 | -1,
  before: Json | undefined,
): Json {
  const by = args[parameter]
  const from = before ?? 0
  if (typeof from !== 'number' || typeof by !== 'number')
    throw new HandlerRefusal({
      why: 'balance',
      parameter,
      code: 400,
      message: `Invalid value for ${parameter}: ${field} cannot be changed by it.`,
    })
  const after = rounded(from + sign * by, [from, by])
  if (after < 0 && handler.nonNegative.includes(field)) throw belowZero(field, parameter)
  return after
}

/** An id that no record of the collection has; another for each equal call before. A number where the others are. */
export function unusedId(
  { given, said, tool, world }: HandledCall,
  field: string,
  prefix: string,
  taken: readonly (string | number)[],
): string | number {
  const isNumber = taken.length > 0 && taken.every((id) => typeof id === 'number')
  const texts = taken.map(String)
  for (let repeats = world.equalWrites(tool, given); ; repeats++) {
    const hex = world.draw('synthetic record', tool, said, repeats).token(field)
    const id = isNumber ? Number.parseInt(hex, 16) : opaqueId(prefix, hex, texts)
    if (!taken.includes(id)) return id
  }
}

/** What a field becomes; undefined where the call does not say. */
function written(call: HandledCall, { field, to }: Setting, target: Target): Json | undefined {
  const { record, names, takenIn } = target
  if ('value' in to) return to.value
  if ('parameter' in to) return call.args[to.parameter]
  if ('add' in to) return moved(call, field, to.add, 1, record[field])
  if ('subtract' in to) return moved(call, field, to.subtract, -1, record[field])
  if ('id' in to) return unusedId(call, field, to.id, takenIn(field))
  if ('now' in to) return new Date(call.world.clock.now).toISOString()
  return valueOfFormula(to.formula, names)
}

/**
 * The fields that settings write into a record. Each formula sees the record as it was.
 *
 * @throws HandlerRefusal where a field may not fall below zero, FormulaError where a formula has no value
 */
export function writtenFields(call: HandledCall, settings: readonly Setting[], target: Target): JsonObject {
  const fields: JsonObject = {}
  for (const setting of settings) {
    const value = written(call, setting, target)
    if (value === undefined) continue
    if (typeof value === 'number' && value < 0 && call.handler.nonNegative.includes(setting.field))
      throw belowZero(setting.field, Object.keys(call.args)[0] ?? setting.field)
    fields[setting.field] = copyJson(value)
  }
  return fields
}

/**
 * An id that cannot be guessed: the prefix and 48 bits.
 *
 * @param hex Twelve hex digits that it is made of
 * @param like Ids of the same kind; where those with the prefix end in decimal digits alone, so does this one
 */
function opaqueId(prefix: string, hex: string, like: readonly string[] = []): string {
  const tails = like.flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []))
  if (tails.length > 0 && tails.every((tail) => /^\d+$/.test(tail)))
    return prefix + String(Number.parseInt(hex, 16)).padStart(15, '0')
  return prefix + (/[A-Z]/.test(prefix) && !/[a-z]/.test(prefix) ? hex.toUpperCase() : hex)
}
