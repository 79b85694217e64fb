import type { JsonObject } from '../../../../shared/json.ts'
import type { Rule } from '../../../tool-spec/rule.ts'
import type { CallGround } from '../admissible.ts'
import { breakAnyOf, breakEqualLength, breakExclusive, breakOrdering, breakRequiredIf } from './across.ts'
import type { Broken } from './broken.ts'
import { breakExists, breakTransition } from './state.ts'
import {
  breakFormat,
  breakItemCount,
  breakLayout,
  breakLength,
  breakNonEmpty,
  breakOneOf,
  breakRange,
} from './values.ts'

/** Breaks a rule in a correct call that gives its parameters; undefined where that cannot be done for sure. */
export function breakRule(rule: Rule, args: JsonObject, ground: CallGround): Broken | undefined {
  switch (rule.kind) {
    case 'one_of':
      return breakOneOf(rule, args, ground)
    case 'range':
      return breakRange(rule, args, ground)
    case 'length':
      return breakLength(rule, args, ground)
    case 'item_count':
      return breakItemCount(rule, args, ground)
    case 'non_empty':
      return breakNonEmpty(rule, args, ground)
    case 'format':
      return breakFormat(rule, args, ground)
    case 'layout':
      return breakLayout(rule, args, ground)
    case 'equal_length':
      return breakEqualLength(rule, args, ground)
    case 'required_if':
      return breakRequiredIf(rule, args, ground)
    case 'exclusive':
      return breakExclusive(rule, args, ground)
    case 'any_of':
      return breakAnyOf(rule, args, ground)
    case 'ordering':
      return breakOrdering(rule, args, ground)
    case 'exists':
      return breakExists(rule, args, ground)
    case 'transition':
      return breakTransition(rule, args, ground)
  }
}
