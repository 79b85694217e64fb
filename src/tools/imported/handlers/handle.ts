import { copyJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { fieldOf, type Records, type StoredRecord } from '../store/records.ts'
import { isTruthy, valueOfFormula } from './formula.ts'
import { type HandledCall, HandlerRefusal, missingRecord, namesFor, severalRecords } from './handled-call.ts'
import { type ShownRecords, viewOf } from './view.ts'
import { unusedId, writtenFields } from './write-record.ts'

const fold = (value: Json): string =>
  String(value)
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

/** Whether the value of a field is what an argument asks for; a list of them asks for any of its items. */
function isAskedFor(own: Json | undefined, asked: Json, isOption: boolean): boolean {
  if (own === undefined || own === null) return false
  if (Array.isArray(asked)) return asked.some((one) => isAskedFor(own, one, isOption))
  if (Array.isArray(own)) return own.some((one) => isAskedFor(one, asked, isOption))
  if (typeof own === 'object' || typeof asked === 'object') return false
  return String(own) === String(asked) || (isOption && fold(own) === fold(asked))
}

/** The arguments that a handler picks by, as far as they are given. */
const criteriaOf = ({ args, handler, options }: HandledCall) =>
  handler.match.flatMap(({ parameter, field }) => {
    const asked = args[parameter]
    return asked === undefined ? [] : [{ parameter, field, asked, isOption: options.has(parameter) }]
  })

/** The records that the arguments pick, in the order of the state. */
function picked(call: HandledCall, records: Records): StoredRecord[] {
  const criteria = criteriaOf(call)
  return records
    .all()
    .filter((record) =>
      criteria.every(({ field, asked, isOption }) => isAskedFor(fieldOf(record, field), asked, isOption)),
    )
}

/** The record that a call asks for. Throws a `HandlerRefusal` where there is none, or where several fit. */
function theOne(call: HandledCall, records: readonly StoredRecord[]): StoredRecord {
  const { collection = '', match, missing } = call.handler
  const [first, second] = records
  const [criterion] = criteriaOf(call)
  const parameter = criterion?.parameter ?? match[0]?.parameter ?? null
  if (second !== undefined) throw severalRecords(collection, parameter)
  if (first !== undefined) return first
  throw missingRecord(parameter, String(criterion?.asked ?? ''), missing)
}

const wholeNumber = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined

/** The records that the call asks for of those that it picks. */
function pageOf({ handler: { page }, args }: HandledCall, records: readonly StoredRecord[]): ShownRecords {
  const said = (name: string | undefined): number | undefined =>
    name === undefined ? undefined : wholeNumber(args[name])
  const limit = said(page?.limit)
  const total = records.length
  if (limit === undefined || limit === 0) return { records, total, more: false }
  const offset = said(page?.offset) ?? limit * (Math.max(1, said(page?.page) ?? 1) - 1)
  return { records: records.slice(offset, offset + limit), total, more: offset + limit < total }
}

/** A call at work on the records of its collection and those that are related. */
class HandlerRun {
  private readonly call: HandledCall
  private readonly records: Records | undefined
  private readonly related = new Map<string, StoredRecord>()

  constructor(call: HandledCall) {
    this.call = call
    const { collection } = call.handler
    this.records = collection === undefined ? undefined : call.state.collection(call.world, collection)
  }

  private names(record?: JsonObject, before?: JsonObject): JsonObject {
    return namesFor(this.call, { record, before, related: this.related })
  }

  /** Finds the related records, in their order: one may be named by a field of the one before. */
  private relate(record: JsonObject | undefined): void {
    for (const { name, collection, field, equals, missing } of this.call.handler.related) {
      const value = valueOfFormula(equals, this.names(record))
      const found = this.call.state
        .collection(this.call.world, collection)
        ?.all()
        .find((one) => isAskedFor(fieldOf(one, field), value, false))
      if (found === undefined) {
        const blamed = this.call.parameters.find((parameter) => this.call.args[parameter] === value)
        throw missingRecord(blamed ?? null, String(value), missing)
      }
      this.related.set(name, found)
    }
  }

  private refuse(record: JsonObject | undefined): void {
    const names = this.names(record)
    for (const { when, message, code, parameter } of this.call.handler.refusals)
      if (isTruthy(valueOfFormula(when, names)))
        throw new HandlerRefusal({ why: 'condition', message, code, parameter: parameter ?? null })
  }

  /** What the settings write into a record of the collection. */
  private fieldsFor(record: JsonObject, others: readonly StoredRecord[]): JsonObject {
    const settings = this.call.handler.set.filter(({ of }) => of === undefined)
    const takenIn = (field: string): (string | number)[] =>
      others.flatMap((one) => {
        const id = fieldOf(one, field) ?? one.key
        return typeof id === 'string' || typeof id === 'number' ? [id] : []
      })
    return writtenFields(this.call, settings, { record, takenIn, names: this.names(record) })
  }

  /** Changes of related records, to be written once nothing is refused any more. */
  private relatedChanges(record: JsonObject | undefined): (() => void)[] {
    return [...this.related].flatMap(([name, found]) => {
      const settings = this.call.handler.set.filter(({ of }) => of === name)
      if (settings.length === 0) return []
      const collection = this.call.handler.related.find((one) => one.name === name)?.collection ?? ''
      const fields = writtenFields(this.call, settings, {
        record: found.record,
        takenIn: () => [],
        names: this.names(record),
      })
      return [
        () =>
          this.call.state
            .collection(this.call.world, collection)
            ?.put(found.key, { ...found.record, ...fields }),
      ]
    })
  }

  private create(records: Records): StoredRecord {
    const others = records.all()
    const record = this.fieldsFor({}, others)
    const changes = this.relatedChanges(undefined)
    const named = this.call.handler.set.find(({ to, of }) => 'id' in to && of === undefined)?.field
    const given = named === undefined ? undefined : record[named]
    const taken = others.map(({ key }) => key)
    const key = String(given ?? unusedId(this.call, '', '', taken))
    for (const change of changes) change()
    records.put(key, record)
    return { key, record, isKeyed: records.isKeyed }
  }

  /** Carries out what the handler does; gives the records that the outputs are about. */
  act(): ShownRecords {
    const { handler } = this.call
    const { records } = this
    if (records === undefined) {
      this.relate(undefined)
      this.refuse(undefined)
      for (const change of this.relatedChanges(undefined)) change()
      return { records: [], total: 0, more: false }
    }
    if (handler.action === 'create') {
      this.relate(undefined)
      this.refuse(undefined)
      return { records: [this.create(records)], total: 1, more: false }
    }
    const found = picked(this.call, records)
    const chosen = handler.one ? [theOne(this.call, found)] : found
    const [first] = chosen
    this.relate(first?.record)
    this.refuse(handler.one ? first?.record : undefined)
    // All are changed or none: what is refused is refused before the first is written.
    const changes = this.relatedChanges(handler.one ? first?.record : undefined)
    const now =
      handler.action === 'update'
        ? chosen.map((one) => ({ ...one, record: { ...one.record, ...this.fieldsFor(one.record, []) } }))
        : chosen
    for (const change of changes) change()
    if (handler.action === 'update') for (const { key, record } of now) records.put(key, record)
    if (handler.action === 'delete') for (const { key } of now) records.remove(key)
    return { ...pageOf(this.call, now), ...(first === undefined ? {} : { before: first.record }) }
  }

  outputs(about: ShownRecords): JsonObject {
    const [first] = about.records
    const refreshed = this.refreshedNames(first?.record, about.before)
    const shown = this.call.handler.outputs.flatMap(({ output, from }) => {
      const value = viewOf(from, about, this.call.args, refreshed)
      return value === undefined ? [] : [[output, value] as const]
    })
    return copyJson(Object.fromEntries(shown))
  }

  /** Names as they are after the change. */
  private refreshedNames(record: JsonObject | undefined, before: JsonObject | undefined): JsonObject {
    for (const { name, collection } of this.call.handler.related) {
      const old = this.related.get(name)
      const now = old && this.call.state.collection(this.call.world, collection)?.find(old.key)
      if (old !== undefined && now !== undefined) this.related.set(name, { ...old, record: now })
    }
    return this.names(
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
  if (collection !== undefined && call.state.collection(call.world, collection) === undefined)
    return undefined
  const run = new HandlerRun(call)
  return run.outputs(run.act())
}
