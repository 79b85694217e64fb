import type { RuleOf } from '../../tool-spec/rule.ts'
import type { ValueCheck } from './value-check.ts'
import { valuesOf } from './values.ts'

/** Texts that differ only in case and in how words are joined name the same option: prose is no schema. */
const fold = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '')

export const checkOneOf: ValueCheck<RuleOf<'one_of'>> = (value, { values, quantifier, property }) => {
  const options = new Set(values.map((option) => (typeof option === 'string' ? fold(option) : option)))
  const isOption = (one: unknown): boolean =>
    (typeof one === 'string' && options.has(fold(one))) || (typeof one === 'number' && options.has(one))
  const all = valuesOf(value, property)
  if (quantifier === 'some' ? all.some(isOption) : all.every(isOption)) return undefined
  return `expected ${quantifier === 'some' ? 'at least one of' : 'one of'} ${values.join(', ')}`
}
