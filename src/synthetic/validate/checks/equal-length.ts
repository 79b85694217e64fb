import type { RuleOf } from '../../tool-spec/rule.ts'
import type { CallCheck } from './call-check.ts'

/** Only the arrays that are given are compared. */
export const checkEqualLength: CallCheck<RuleOf<'equal_length'>> = ({ args }, { parameters }) => {
  const lengths = parameters.flatMap((name) => {
    const value = args[name]
    return Array.isArray(value) ? [{ name, length: value.length }] : []
  })
  const [first, second, ...rest] = lengths
  if (first === undefined || second === undefined) return undefined
  if (lengths.every(({ length }) => length === first.length)) return undefined
  // The one that stands alone is to blame; the first where that cannot be said.
  const odd = lengths.find(({ length }) => lengths.filter((one) => one.length === length).length === 1)
  const blamed = rest.length === 0 ? first : (odd ?? first)
  return {
    parameter: blamed.name,
    expected: `expected as many items as in ${lengths
      .filter(({ name }) => name !== blamed.name)
      .map(({ name }) => name)
      .join(', ')}`,
  }
}
