import type { Json, JsonObject } from '../../shared/json.ts'
import { checkOneOf } from '../validate/checks/one-of.ts'
import { argumentOf } from './arguments.ts'
import type { HandledCall } from './handled-call.ts'
import { collectionNamed, fieldOf, type RecordCollection, type StoredRecord } from './records.ts'
import { noRecord, severalRecords } from './refusal.ts'
import { type ShownRecords, viewOf } from './view.ts'
import { changedRecord, newRecord } from './write-record.ts'

/** Whether the value of a field is what an argument asks for; a list of them asks for any of its items. */
function isAskedFor(own: Json | undefined, asked: Json, isOption: boolean): boolean {
  if (own === undefined || own === null) return false
  if (Array.isArray(asked)) return asked.some((one) => isAskedFor(own, one, isOption))
  if (Array.isArray(own)) return own.some((one) => isAskedFor(one, asked, isOption))
  if (typeof own === 'object' || typeof asked === 'object') return false
  if (String(own) === String(asked)) return true
  // Options are told apart without regard to case, as they are where the call is checked.
  const rule = { kind: 'one_of' as const, parameter: '', quantifier: 'every' as const, values: [String(own)] }
  return isOption && checkOneOf(asked, { ...rule, from: { source: 'schema', text: '' } }) === undefined
}

/** The arguments that a handler picks by, as far as they are given. */
const criteriaOf = ({ args, tool, handler }: HandledCall) =>
  handler.match.flatMap(({ parameter, field }) => {
    const asked = argumentOf(args, parameter, tool)
    const isOption = tool.rules.some((rule) => rule.kind === 'one_of' && rule.parameter === parameter)
    return asked === undefined ? [] : [{ parameter, field, asked, isOption }]
  })

/** The records that the arguments pick, in the order of the state. */
function picked(call: HandledCall, collection: RecordCollection): StoredRecord[] {
  const criteria = criteriaOf(call)
  return collection
    .records()
    .filter((record) =>
      criteria.every(({ field, asked, isOption }) => isAskedFor(fieldOf(record, field), asked, isOption)),
    )
}

/** The record that a call asks for. Throws a `Refusal` where there is none, or where several fit. */
function theOne(call: HandledCall, records: readonly StoredRecord[]): StoredRecord {
  const [first, second] = records
  const [criterion] = criteriaOf(call)
  const { parameter, asked } = criterion ?? { parameter: call.handler.match[0]?.parameter ?? '', asked: '' }
  if (second !== undefined) throw severalRecords(call.handler.collection, parameter)
  if (first !== undefined) return first
  throw noRecord(call.tool, call.handler.collection, parameter, String(asked))
}

const wholeNumber = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined

/** The records that the call asks for of those that it picks. */
function pageOf(
  { handler: { page }, args, tool }: HandledCall,
  records: readonly StoredRecord[],
): ShownRecords {
  const said = (name: string | undefined): number | undefined =>
    name === undefined ? undefined : wholeNumber(argumentOf(args, name, tool))
  const limit = said(page?.limit)
  const total = records.length
  if (limit === undefined || limit === 0) return { records, total, more: false }
  const offset = said(page?.offset) ?? limit * (Math.max(1, said(page?.page) ?? 1) - 1)
  return { records: records.slice(offset, offset + limit), total, more: offset + limit < total }
}

/** Carries out what the handler does to the state; gives the records that the outputs are about. */
function act(call: HandledCall, collection: RecordCollection): ShownRecords {
  const { handler } = call
  if (handler.action === 'create') {
    const added = newRecord(call, collection)
    collection.add(added.record, added.key ?? '')
    return { records: [added], total: 1, more: false }
  }
  const found = picked(call, collection)
  const records = handler.one ? [theOne(call, found)] : found
  const [first] = records
  const before = first === undefined ? {} : { before: { ...first.record } }
  if (handler.action === 'update') {
    // All are changed or none: what is refused is refused before the first is written.
    const changes = records.map((record) => changedRecord(call, record))
    for (const [i, change] of changes.entries()) Object.assign(records[i]?.record ?? {}, change)
  }
  if (handler.action === 'delete') collection.remove(records)
  return { ...pageOf(call, records), ...before }
}

/** What a call comes to by its handler. */
export interface Handled {
  /** The outputs that follow from the state. */
  output: JsonObject
  /** The record that it added, the very object of the state. */
  added?: JsonObject
}

/**
 * Answers a call from the state, and changes the state as the handler says. Gives the outputs that follow from it, of
 * which there may be none; undefined where the state has no such collection and the handler creates none.
 *
 * @throws Refusal where the call asks for one record and there is none, or a field would fall below zero
 */
export function handle(call: HandledCall): Handled | undefined {
  const { handler, store } = call
  let collection = collectionNamed(store, handler.collection)
  if (collection === undefined) {
    if (handler.action !== 'create') return undefined
    store.set(handler.collection, [])
    collection = collectionNamed(store, handler.collection)
  }
  if (collection === undefined) return undefined
  const about = act(call, collection)
  const shown = handler.outputs.flatMap(({ output, from }) => {
    const value = viewOf(from, about, call)
    return value === undefined ? [] : [[output, value] as const]
  })
  const [first] = about.records
  const added = handler.action === 'create' && first !== undefined ? { added: first.record } : {}
  return { output: structuredClone(Object.fromEntries(shown)), ...added }
}
