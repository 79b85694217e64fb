import { copyJson, dropUndefinedFields, type Json, type JsonObject } from '../../../shared/json.ts'
import { type RecordStore, readField, type StoredRecord } from '../store/records.ts'
import { evaluateFormula, isTruthy } from './formula.ts'
import { type HandledCall, HandlerRefusal } from './handled-call.ts'
import type { Handler } from './handler.ts'
import { roundToParts } from './rounded.ts'

const fold = (value: Json): string =>
  String(value)
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

/** Whether the value of a field is what an argument asks for; a list of them asks for any of its items. */
function isAskedFor(value: Json | undefined, asked: Json, isOption: boolean): boolean {
  if (value === undefined || value === null) return false
  if (Array.isArray(asked)) return asked.some((one) => isAskedFor(value, one, isOption))
  if (Array.isArray(value)) return value.some((one) => isAskedFor(one, asked, isOption))
  if (typeof value === 'object' || typeof asked === 'object') return false
  return String(value) === String(asked) || (isOption && fold(value) === fold(asked))
}

/** The arguments that a handler picks by, as far as they are given. */
const listCriteria = ({ args, handler, options }: HandledCall) =>
  handler.match.flatMap(({ parameter, field }) => {
    const asked = args[parameter]
    return asked === undefined ? [] : [{ parameter, field, asked, isOption: options.has(parameter) }]
  })

/** The records that the arguments pick, in the order of the state. */
function pickRecords(call: HandledCall, records: RecordStore): StoredRecord[] {
  const criteria = listCriteria(call)
  return records
    .listAll()
    .filter((record) =>
      criteria.every(({ field, asked, isOption }) => isAskedFor(readField(record, field), asked, isOption)),
    )
}

/** Refuses a call that names a record which is not there. */
const createMissingRecordRefusal = (
  parameter: string | null,
  value: string,
  message = `Invalid value for ${parameter ?? 'the call'}: there is no ${value}.`,
): HandlerRefusal => new HandlerRefusal({ why: 'exists', parameter, code: 404, message })

/** Refuses a call by a parameter whose value is invalid. */
const createInvalidValueRefusal = (
  why: 'exists' | 'balance',
  parameter: string | null,
  problem: string,
): HandlerRefusal => {
  const message = `Invalid value for ${parameter ?? 'the call'}: ${problem}.`
  return new HandlerRefusal({ why, parameter, code: 400, message })
}

const createBelowZeroRefusal = (field: string, parameter: string): HandlerRefusal =>
  createInvalidValueRefusal('balance', parameter, `${field} would fall below zero`)

/** The record that a call asks for. Throws a `HandlerRefusal` where no record or several fit. */
function requireOne(call: HandledCall, records: readonly StoredRecord[]): StoredRecord {
  const { collection = '', match, missing } = call.handler
  const [first, second] = records
  const [criterion] = listCriteria(call)
  const parameter = criterion?.parameter ?? match[0]?.parameter ?? null
  if (second !== undefined)
    throw createInvalidValueRefusal('exists', parameter, `it fits more than one of ${collection}`)
  if (first !== undefined) return first
  throw createMissingRecordRefusal(parameter, String(criterion?.asked ?? ''), missing)
}

const readWholeNumber = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined

/** The records that the call asks for of those that it picks. */
function cutPage({ handler: { page }, args }: HandledCall, records: readonly StoredRecord[]): ShownRecords {
  const readSaid = (name: string | undefined): number | undefined =>
    name === undefined ? undefined : readWholeNumber(args[name])
  const limit = readSaid(page?.limit)
  const total = records.length
  if (limit === undefined || limit === 0) return { records, total, more: false }
  const offset = readSaid(page?.offset) ?? limit * (Math.max(1, readSaid(page?.page) ?? 1) - 1)
  return { records: records.slice(offset, offset + limit), total, more: offset + limit < total }
}

type View = Handler['outputs'][number]['from']

interface ShownRecords {
  /** Those on the page, or all where the tool has no pages. */
  readonly records: readonly StoredRecord[]
  readonly total: number
  /** Whether records come after the page. */
  readonly more: boolean
  /** The one record as it was before the change. */
  readonly before?: JsonObject
}

/**
 * What an output shows of the records that were picked; undefined where they do not have it.
 *
 * @param names What formulas may name
 * @throws FormulaError where a formula has no value
 */
function buildView(
  view: View,
  { records, total, more, before }: ShownRecords,
  args: JsonObject,
  names: JsonObject,
): Json | undefined {
  if ('formula' in view) return evaluateFormula(view.formula, names)
  if ('count' in view) return records.length
  if ('total' in view) return total
  if ('more' in view) return more
  if ('before' in view) return before?.[view.before]
  if ('records' in view)
    return records.map((record) =>
      Object.fromEntries(
        Object.entries(view.records).flatMap(([name, field]) => {
          const value = readField(record, field)
          return value === undefined ? [] : [[name, value]]
        }),
      ),
    )
  if ('value' in view) return view.value
  if ('parameter' in view) return args[view.parameter]
  if ('field' in view) {
    const [record] = records
    return record === undefined ? undefined : readField(record, view.field)
  }
  if ('values' in view)
    return records.flatMap((record) => {
      const value = readField(record, view.values)
      return value === undefined ? [] : [value]
    })
  const numbers = records.flatMap(({ record }) => {
    const value = record[view.sum]
    return typeof value === 'number' ? [value] : []
  })
  return roundToParts(
    numbers.reduce((sum, value) => sum + value, 0),
    numbers,
  )
}

type Setting = Handler['set'][number]

interface SettingTarget {
  readonly record: JsonObject
  readonly names: JsonObject
  /** Values that the field has in other records. */
  takenIn(field: string): (string | number)[]
}

/** A number that an argument changes by another. Throws a `HandlerRefusal` where it may not fall below zero and would. */
function moveAmount(
  { args, handler }: HandledCall,
  field: string,
  parameter: string,
  sign: 1 | -1,
  before: Json | undefined,
): Json {
  const by = args[parameter]
  const from = before ?? 0
  if (typeof from !== 'number' || typeof by !== 'number')
    throw createInvalidValueRefusal('balance', parameter, `${field} cannot be changed by it`)
  const after = roundToParts(from + sign * by, [from, by])
  if (after < 0 && handler.nonNegative.includes(field)) throw createBelowZeroRefusal(field, parameter)
  return after
}

/** An id that no record of the collection has; another for each equal call before. A number where the others are. */
function createUnusedId(
  { given, said, tool, world }: HandledCall,
  field: string,
  prefix: string,
  taken: readonly (string | number)[],
): string | number {
  const isNumber = taken.length > 0 && taken.every((id) => typeof id === 'number')
  const texts = taken.map(String)
  for (let repeats = world.countEqualWrites(tool, given); ; repeats++) {
    const hex = world.draw('synthetic record', tool, said, repeats).token(field)
    const id = isNumber ? Number.parseInt(hex, 16) : createOpaqueId(prefix, hex, texts)
    if (!taken.includes(id)) return id
  }
}

/** What a field becomes; undefined where the call does not say. */
function computeWritten(call: HandledCall, { field, to }: Setting, target: SettingTarget): Json | undefined {
  const { record, names, takenIn } = target
  if ('value' in to) return to.value
  if ('parameter' in to) return call.args[to.parameter]
  if ('add' in to) return moveAmount(call, field, to.add, 1, record[field])
  if ('subtract' in to) return moveAmount(call, field, to.subtract, -1, record[field])
  if ('id' in to) return createUnusedId(call, field, to.id, takenIn(field))
  if ('now' in to) return new Date(call.world.clock.now).toISOString()
  return evaluateFormula(to.formula, names)
}

/**
 * The fields that settings write into a record. Each formula sees the record as it was.
 *
 * @throws HandlerRefusal where a field may not fall below zero, FormulaError where a formula has no value
 */
function computeWrittenFields(
  call: HandledCall,
  settings: readonly Setting[],
  target: SettingTarget,
): JsonObject {
  const fields: JsonObject = {}
  for (const setting of settings) {
    const value = computeWritten(call, setting, target)
    if (value === undefined) continue
    if (typeof value === 'number' && value < 0 && call.handler.nonNegative.includes(setting.field))
      throw createBelowZeroRefusal(setting.field, Object.keys(call.args)[0] ?? setting.field)
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
function createOpaqueId(prefix: string, hex: string, like: readonly string[] = []): string {
  const tails = like.flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []))
  if (tails.length > 0 && tails.every((tail) => /^\d+$/.test(tail)))
    return prefix + String(Number.parseInt(hex, 16)).padStart(15, '0')
  return prefix + (/[A-Z]/.test(prefix) && !/[a-z]/.test(prefix) ? hex.toUpperCase() : hex)
}

/** A call at work on the records of its collection and those that are related. */
class HandlerRun {
  private readonly call: HandledCall
  private readonly records: RecordStore | undefined
  private readonly related = new Map<string, StoredRecord>()

  constructor(call: HandledCall) {
    this.call = call
    const { collection } = call.handler
    this.records = collection === undefined ? undefined : this.openRecords(collection)
  }

  private openRecords(collection: string): RecordStore | undefined {
    return this.call.state.openCollection(this.call.world, collection)
  }

  /** What formulas may name: arguments, null where nothing is given, the record, related records and the time. */
  private buildNames(record?: JsonObject, before?: JsonObject): JsonObject {
    const { args, parameters, world } = this.call
    const declared = Object.fromEntries(parameters.map((name): [string, Json] => [name, args[name] ?? null]))
    return {
      ...declared,
      args: declared,
      now: new Date(world.clock.now).toISOString(),
      ...Object.fromEntries([...this.related].map(([name, one]) => [name, one.record])),
      ...dropUndefinedFields({ record, before }),
    }
  }

  /** Finds the related records, in their order: one may be named by a field of the one before. */
  private relate(record: JsonObject | undefined): void {
    for (const { name, collection, field, equals, missing } of this.call.handler.related) {
      const value = evaluateFormula(equals, this.buildNames(record))
      const found = this.openRecords(collection)
        ?.listAll()
        .find((one) => isAskedFor(readField(one, field), value, false))
      if (found === undefined) {
        const blamed = this.call.parameters.find((parameter) => this.call.args[parameter] === value)
        throw createMissingRecordRefusal(blamed ?? null, String(value), missing)
      }
      this.related.set(name, found)
    }
  }

  private refuse(record: JsonObject | undefined): void {
    const names = this.buildNames(record)
    for (const { when, message, code, parameter } of this.call.handler.refusals)
      if (isTruthy(evaluateFormula(when, names)))
        throw new HandlerRefusal({ why: 'condition', message, code, parameter: parameter ?? null })
  }

  private computeFields(record: JsonObject, others: readonly StoredRecord[]): JsonObject {
    const settings = this.call.handler.set.filter(({ of }) => of === undefined)
    const listTaken = (field: string): (string | number)[] =>
      others.flatMap((one) => {
        const id = readField(one, field) ?? one.key
        return typeof id === 'string' || typeof id === 'number' ? [id] : []
      })
    return computeWrittenFields(this.call, settings, {
      record,
      takenIn: listTaken,
      names: this.buildNames(record),
    })
  }

  /** Changes of related records, to be written once nothing is refused any more. */
  private listRelatedChanges(record: JsonObject | undefined): (() => void)[] {
    return [...this.related].flatMap(([name, found]) => {
      const settings = this.call.handler.set.filter(({ of }) => of === name)
      if (settings.length === 0) return []
      const collection = this.call.handler.related.find((one) => one.name === name)?.collection ?? ''
      const fields = computeWrittenFields(this.call, settings, {
        record: found.record,
        takenIn: () => [],
        names: this.buildNames(record),
      })
      return [() => this.openRecords(collection)?.put(found.key, { ...found.record, ...fields })]
    })
  }

  private create(records: RecordStore): StoredRecord {
    const others = records.listAll()
    const record = this.computeFields({}, others)
    const changes = this.listRelatedChanges(undefined)
    const named = this.call.handler.set.find(({ to, of }) => 'id' in to && of === undefined)?.field
    const given = named === undefined ? undefined : record[named]
    const taken = others.map(({ key }) => key)
    const key = String(given ?? createUnusedId(this.call, '', '', taken))
    for (const change of changes) change()
    records.put(key, record)
    return { key, record, isKeyed: records.isKeyed }
  }

  /** Carries out what the handler does; gives the records that the outputs are about. */
  act(): ShownRecords {
    const { handler } = this.call
    const { records } = this
    if (records === undefined || handler.action === 'create') {
      this.relate(undefined)
      this.refuse(undefined)
      if (records !== undefined) return { records: [this.create(records)], total: 1, more: false }
      for (const change of this.listRelatedChanges(undefined)) change()
      return { records: [], total: 0, more: false }
    }
    const found = pickRecords(this.call, records)
    const chosen = handler.one ? [requireOne(this.call, found)] : found
    const [first] = chosen
    this.relate(first?.record)
    this.refuse(handler.one ? first?.record : undefined)
    // All are changed or none: what is refused is refused before the first is written.
    const changes = this.listRelatedChanges(handler.one ? first?.record : undefined)
    const now =
      handler.action === 'update'
        ? chosen.map((one) => ({ ...one, record: { ...one.record, ...this.computeFields(one.record, []) } }))
        : chosen
    for (const change of changes) change()
    if (handler.action === 'update') for (const { key, record } of now) records.put(key, record)
    if (handler.action === 'delete') for (const { key } of now) records.remove(key)
    return { ...cutPage(this.call, now), ...(first === undefined ? {} : { before: first.record }) }
  }

  buildOutputs(about: ShownRecords): JsonObject {
    const [first] = about.records
    const refreshed = this.refreshNames(first?.record, about.before)
    const shown = this.call.handler.outputs.flatMap(({ output, from }) => {
      const value = buildView(from, about, this.call.args, refreshed)
      return value === undefined ? [] : [[output, value] as const]
    })
    return copyJson(Object.fromEntries(shown))
  }

  /** Names as they are after the change. */
  private refreshNames(record: JsonObject | undefined, before: JsonObject | undefined): JsonObject {
    for (const { name, collection } of this.call.handler.related) {
      const old = this.related.get(name)
      const now = old && this.openRecords(collection)?.find(old.key)
      if (old !== undefined && now !== undefined) this.related.set(name, { ...old, record: now })
    }
    return this.buildNames(
      this.call.handler.one || this.call.handler.action === 'create' ? record : undefined,
      before,
    )
  }
}

/**
 * Answers a call from the records, and changes them as the handler says. Gives the outputs that follow from them, of
 * which there may be none; undefined where the state does not have the collection of the handler.
 *
 * @throws HandlerRefusal where a record is not there, a condition speaks against the call, or a field would fall below
 * zero; FormulaError where a formula has no value. The world may then be changed in part: restore it
 */
export function handle(call: HandledCall): JsonObject | undefined {
  const { collection } = call.handler
  if (collection !== undefined && call.state.openCollection(call.world, collection) === undefined)
    return undefined
  const run = new HandlerRun(call)
  return run.buildOutputs(run.act())
}
