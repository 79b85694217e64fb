import type { RuleOf } from '../../tool-spec/rule.ts'
import { isEmpty } from '../given.ts'
import type { CallCheck, CallView } from './call-check.ts'

const has = ({ args }: CallView, name: string): boolean => {
  const value = args[name]
  return value !== undefined && value !== null && !isEmpty(value)
}

export const checkExclusive: CallCheck<RuleOf<'exclusive'>> = (call, { parameters }) => {
  const [, second] = parameters.filter((name) => has(call, name))
  if (second === undefined) return undefined
  return { parameter: second, expected: `only one of ${parameters.join(', ')} may be given` }
}

export const checkAnyOf: CallCheck<RuleOf<'any_of'>> = (call, { parameters }) => {
  const [first] = parameters
  if (first === undefined || parameters.some((name) => has(call, name) || call.valueOf(name) != null))
    return undefined
  return { parameter: first, expected: `one of ${parameters.join(', ')} must be given` }
}

export const checkRequiredIf: CallCheck<RuleOf<'required_if'>> = (call, { parameter, when }) => {
  const value = call.valueOf(when.parameter)
  if (value === undefined || value === null || has(call, parameter) || call.valueOf(parameter) != null)
    return undefined
  const texts = when.values?.map((one) => String(one).toLowerCase())
  const applies = (one: unknown): boolean => texts === undefined || texts.includes(String(one).toLowerCase())
  if (!(Array.isArray(value) ? value.some(applies) : applies(value))) return undefined
  const why = when.values === undefined ? `with ${when.parameter}` : `when ${when.parameter} is ${value}`
  return { parameter, expected: `required ${why}` }
}
