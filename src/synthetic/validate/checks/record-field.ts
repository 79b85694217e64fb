import { isObject } from '../../../shared/json.ts'
import type { RuleOf } from '../../tool-spec/rule.ts'
import type { CallCheck } from './call-check.ts'
import { collectionFor } from './collections.ts'
import { valuesOf } from './values.ts'

const fold = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '')

/** Judges only records that the state holds and that have the field. */
export const checkRecordField: CallCheck<RuleOf<'record_field'>> = ({ args, state }, rule) => {
  const { parameter, collection, key, field, values } = rule
  const value = args[parameter]
  const records = state && collectionFor(state, parameter, collection, key)
  if (value === undefined || records === undefined) return undefined
  const allowed = new Set(values.map(fold))
  for (const one of valuesOf(value, undefined)) {
    const record = records.get(String(one))
    const now = isObject(record) ? record[field] : undefined
    if (typeof now === 'string' && !allowed.has(fold(now)))
      return { parameter, expected: `${field} of ${String(one)} is ${now}, expected ${values.join(' or ')}` }
  }
  return undefined
}
