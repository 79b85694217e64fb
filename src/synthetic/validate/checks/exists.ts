import type { RuleOf } from '../../tool-spec/rule.ts'
import type { CallCheck } from './call-check.ts'
import { collectionFor } from './collections.ts'
import { valuesOf } from './values.ts'

/** Nothing is said of records whose collection the state does not have: it need not be a closed world. */
export const checkExists: CallCheck<RuleOf<'exists'>> = ({ args, state }, { parameter, collection, key }) => {
  const value = args[parameter]
  const records = state && collectionFor(state, parameter, collection, key)
  if (value === undefined || records === undefined) return undefined
  const missing = valuesOf(value, undefined).find((one) => !records.has(String(one)))
  return missing === undefined ? undefined : { parameter, expected: `there is no ${String(missing)}` }
}
