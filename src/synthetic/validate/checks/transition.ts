import { isObject } from '../../../shared/json.ts'
import { stemsOf } from '../../rules/words.ts'
import type { RuleOf } from '../../tool-spec/rule.ts'
import type { CallCheck } from './call-check.ts'
import { collectionFor } from './collections.ts'

const fold = (text: string): string => text.toLowerCase().replace(/[\s-]+/g, '_')

/** `status` for `new_status`: the field of the record that the parameter is to change. */
const fieldOf = (parameter: string): string =>
  stemsOf(parameter)
    .filter((stem) => !['new', 'target', 'next', 'to', 'desired'].includes(stem))
    .join('_')

/** Judges only values whose present state the rule lists, for records that the state holds. */
export const checkTransition: CallCheck<RuleOf<'transition'>> = ({ args, state }, { parameter, allowed }) => {
  const next = args[parameter]
  if (state === undefined || typeof next !== 'string') return undefined
  const field = fieldOf(parameter)
  for (const [name, value] of Object.entries(args)) {
    if (name === parameter || (typeof value !== 'string' && typeof value !== 'number')) continue
    const record = collectionFor(state, name, undefined)?.get(String(value))
    const now = isObject(record) ? record[field] : undefined
    if (typeof now !== 'string') continue
    const follows = allowed[fold(now)]
    if (follows === undefined || follows.includes(fold(next)) || fold(now) === fold(next)) return undefined
    return { parameter, expected: `${now} cannot become ${next}` }
  }
  return undefined
}
