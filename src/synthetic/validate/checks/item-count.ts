import type { RuleOf } from '../../tool-spec/rule.ts'
import type { ValueCheck } from './value-check.ts'

export const checkItemCount: ValueCheck<RuleOf<'item_count'>> = (
  value,
  { minimum = 0, maximum = Infinity },
) => {
  if (!Array.isArray(value)) return undefined
  if (value.length < minimum) return `expected at least ${minimum} items`
  return value.length > maximum ? `expected at most ${maximum} items` : undefined
}
