import type { Json, JsonObject } from '../../shared/json.ts'
import type { Handler } from '../tool-spec/handler.ts'
import { argumentOf, saidArguments } from './arguments.ts'
import type { HandledCall } from './handled-call.ts'
import { opaqueId } from './opaque-id.ts'
import type { RecordCollection, StoredRecord } from './records.ts'
import { belowZero, Refusal } from './refusal.ts'
import { rounded } from './rounded.ts'
import { wireName } from './wire-name.ts'

type Source = Handler['set'][number]['to']

/** A number that an argument changes by another. Throws a `Refusal` where it may not fall below zero and would. */
function moved(
  call: HandledCall,
  field: string,
  parameter: string,
  sign: 1 | -1,
  before: Json | undefined,
): Json {
  const { args, tool, handler } = call
  const by = argumentOf(args, parameter, tool)
  const from = before ?? 0
  if (typeof from !== 'number' || typeof by !== 'number')
    throw new Refusal({
      rule: 'balance',
      parameter,
      message: `Invalid value for ${parameter}: ${field} cannot be changed by it.`,
    })
  const after = rounded(from + sign * by, [from, by])
  if (after < 0 && handler.nonNegative.includes(field)) throw belowZero(tool, field, parameter)
  return after
}

/** An id that no record of the collection has; another for each equal call before. A number where the others are. */
function unusedId(
  { args, tool, world }: HandledCall,
  field: string,
  prefix: string,
  taken: readonly (string | number)[],
): string | number {
  const said = saidArguments(args, tool)
  const isNumber = taken.length > 0 && taken.every((id) => typeof id === 'number')
  const texts = taken.map(String)
  for (let repeats = world.equalWrites(wireName(tool.name), args); ; repeats++) {
    const draw = world.draw('synthetic record', wireName(tool.name), said, repeats)
    const hex = draw.token(field)
    const id = isNumber ? Number.parseInt(hex, 16) : opaqueId(prefix, hex, texts)
    if (!taken.includes(id)) return id
  }
}

/** What a field becomes; undefined where the call does not say. */
function written(
  call: HandledCall,
  field: string,
  to: Source,
  before: Json | undefined,
  taken: readonly (string | number)[],
) {
  if ('value' in to) return to.value
  if ('parameter' in to) return argumentOf(call.args, to.parameter, call.tool)
  if ('add' in to) return moved(call, field, to.add, 1, before)
  if ('subtract' in to) return moved(call, field, to.subtract, -1, before)
  if ('id' in to) return unusedId(call, field, to.id, taken)
  return new Date(call.world.clock.now).toISOString()
}

const entriesOf = (
  call: HandledCall,
  record: JsonObject,
  takenIn: (field: string) => (string | number)[],
): JsonObject =>
  Object.fromEntries(
    call.handler.set.flatMap(({ field, to }) => {
      const value = written(call, field, to, record[field], takenIn(field))
      return value === undefined ? [] : [[field, structuredClone(value)]]
    }),
  )

/** The fields that a call changes of a record. Throws a `Refusal` where it may not. */
export const changedRecord = (call: HandledCall, { record }: StoredRecord): JsonObject =>
  entriesOf(call, record, () => [])

/** The record that a call adds, with the key that it gets where the collection is an object. */
export function newRecord(call: HandledCall, collection: RecordCollection): StoredRecord {
  const others = collection.records()
  const idsIn = (field: string): (string | number)[] =>
    others.flatMap(({ key, record }) => {
      const id = record[field] ?? key
      return typeof id === 'string' || typeof id === 'number' ? [id] : []
    })
  const record = { ...call.unsaid?.(), ...entriesOf(call, {}, idsIn) }
  const named = call.handler.set.find(({ to }) => 'id' in to)?.field
  const given = named === undefined ? undefined : record[named]
  return { key: String(given ?? unusedId(call, '', '', idsIn(''))), record }
}
