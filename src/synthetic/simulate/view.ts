import type { Json, JsonObject } from '../../shared/json.ts'
import type { Handler } from '../tool-spec/handler.ts'
import { argumentOf } from './arguments.ts'
import type { HandledCall } from './handled-call.ts'
import { fieldOf, type StoredRecord } from './records.ts'
import { rounded } from './rounded.ts'

type View = Handler['outputs'][number]['from']

/** The records that a call is about. */
export interface ShownRecords {
  /** Those on the page, or all where the tool has no pages. */
  records: readonly StoredRecord[]
  /** Number of those on all pages. */
  total: number
  /** Whether records come after the page. */
  more: boolean
  /** The one record as it was before the change. */
  before?: JsonObject
}

/** What an output shows of the records that were picked; undefined where they do not have it. */
export function viewOf(
  view: View,
  { records, total, more, before }: ShownRecords,
  { args, tool }: Pick<HandledCall, 'args' | 'tool'>,
): Json | undefined {
  if ('count' in view) return records.length
  if ('total' in view) return total
  if ('more' in view) return more
  if ('before' in view) return before?.[view.before]
  if ('records' in view)
    return records.map((record) =>
      Object.fromEntries(
        Object.entries(view.records).flatMap(([name, field]) => {
          const value = fieldOf(record, field)
          return value === undefined ? [] : [[name, value]]
        }),
      ),
    )
  if ('value' in view) return view.value
  if ('parameter' in view) return argumentOf(args, view.parameter, tool)
  if ('field' in view) {
    const [record] = records
    return record === undefined ? undefined : fieldOf(record, view.field)
  }
  if ('values' in view)
    return records.flatMap((record) => {
      const value = fieldOf(record, view.values)
      return value === undefined ? [] : [value]
    })
  const numbers = records.flatMap(({ record }) => {
    const value = record[view.sum]
    return typeof value === 'number' ? [value] : []
  })
  return rounded(
    numbers.reduce((sum, value) => sum + value, 0),
    numbers,
  )
}
