import type { RuleOf } from '../../tool-spec/rule.ts'
import type { ValueCheck } from './value-check.ts'
import { valuesOf } from './values.ts'

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: RuleOf<'range'>): string {
  const low = minimum === undefined ? [] : [`${exclusiveMinimum ? 'above' : 'at least'} ${minimum}`]
  const high = maximum === undefined ? [] : [`${exclusiveMaximum ? 'below' : 'at most'} ${maximum}`]
  return [...low, ...high].join(' and ')
}

export const checkRange: ValueCheck<RuleOf<'range'>> = (value, rule) => {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, allow } = rule
  const fits = (one: number): boolean =>
    allow.includes(one) ||
    ((exclusiveMinimum ? one > minimum : one >= minimum) &&
      (exclusiveMaximum ? one < maximum : one <= maximum))
  const fine = valuesOf(value, rule.property).every((one) => typeof one !== 'number' || fits(one))
  return fine ? undefined : `expected a value ${bounds(rule)}`
}
