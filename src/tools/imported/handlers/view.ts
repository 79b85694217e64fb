import type { Json, JsonObject } from '../../../shared/json.ts'
import { fieldOf, type StoredRecord } from '../store/records.ts'
import { valueOfFormula } from './formula.ts'
import type { Handler } from './handler.ts'
import { rounded } from './rounded.ts'

type View = Handler['outputs'][number]['from']

/** The records that a call is about. */
export interface ShownRecords {
  /** Those on the page, or all where the tool has no pages. */
  readonly records: readonly StoredRecord[]
  /** Number of those on all pages. */
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
export function viewOf(
  view: View,
  { records, total, more, before }: ShownRecords,
  args: JsonObject,
  names: JsonObject,
): Json | undefined {
  if ('formula' in view) return valueOfFormula(view.formula, names)
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
  if ('parameter' in view) return args[view.parameter]
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
