import type { RuleOf } from '../../tool-spec/rule.ts'
import type { ValueCheck } from './value-check.ts'
import { valuesOf } from './values.ts'

/** Longer texts are let pass: an expression that backtracks would take too long over them. */
const LONGEST = 1_000

const known = new Map<string, RegExp>()

function expressionOf(pattern: string): RegExp {
  let expression = known.get(pattern)
  if (expression === undefined) {
    expression = new RegExp(`^(?:${pattern})$`, 'u')
    known.set(pattern, expression)
  }
  return expression
}

export const checkPattern: ValueCheck<RuleOf<'pattern'>> = (value, { pattern, property }) => {
  const fits = (one: unknown): boolean =>
    typeof one !== 'string' || one.length > LONGEST || expressionOf(pattern).test(one)
  return valuesOf(value, property).every(fits) ? undefined : `expected the pattern ${pattern}`
}
