import type { RuleOf } from '../../tool-spec/rule.ts'
import type { ValueCheck } from './value-check.ts'
import { valuesOf } from './values.ts'

const lengthOf = (text: string, unit: 'characters' | 'words'): number =>
  unit === 'characters' ? [...text].length : text.split(/\s+/).filter(Boolean).length

export const checkLength: ValueCheck<RuleOf<'length'>> = (value, rule) => {
  const { unit, minimum = 0, maximum = Infinity } = rule
  const fine = valuesOf(value, rule.property).every((one) => {
    if (typeof one !== 'string') return true
    const length = lengthOf(one, unit)
    return length >= minimum && length <= maximum
  })
  if (fine) return undefined
  const parts = [
    ...(minimum > 0 ? [`at least ${minimum}`] : []),
    ...(maximum < Infinity ? [`at most ${maximum}`] : []),
  ]
  return `expected ${parts.join(' and ')} ${unit}`
}
