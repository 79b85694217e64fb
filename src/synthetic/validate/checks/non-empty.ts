import type { RuleOf } from '../../tool-spec/rule.ts'
import { isEmpty } from '../given.ts'
import type { ValueCheck } from './value-check.ts'
import { valuesOf } from './values.ts'

export const checkNonEmpty: ValueCheck<RuleOf<'non_empty'>> = (value, { property }) =>
  valuesOf(value, property).some(isEmpty) ? 'cannot be empty' : undefined
