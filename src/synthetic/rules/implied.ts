import type { Rule } from '../tool-spec/rule.ts'
import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { stemsOf } from './words.ts'

/** Last words of names that identify a thing or name it: an empty text identifies nothing. */
const NAMING = new Set(['id', 'name', 'title', 'keyword', 'username', 'code', 'symbol', 'sku', 'email'])

const from = (text: string): Rule['from'] => ({ source: 'implied', text })

/**
 * What the name of a parameter says where no sentence does: a required name or identifier is not empty, an e-mail
 * address is one, and a line that orders a quantity orders at least one.
 */
export function impliedRules(parameter: SpecParameter): Rule[] {
  const { name, type, required, description, items } = parameter
  const last = stemsOf(name).at(-1) ?? ''
  const rules: Rule[] = []
  if (type === 'string' && required && NAMING.has(last))
    rules.push({ kind: 'non_empty', parameter: name, from: from('a required name or identifier') })
  const mail = /(?:^|_)e?mail(?:_address)?$/.test(name) && !/\bor\b/.test(description)
  if (type === 'string' && mail)
    rules.push({ kind: 'format', parameter: name, format: 'email', from: from('an e-mail address') })
  const quantity = items?.properties?.quantity
  if (quantity?.type === 'integer' && items?.requiredProperties?.includes('quantity'))
    rules.push({
      kind: 'range',
      parameter: name,
      property: 'quantity',
      minimum: 1,
      exclusiveMinimum: false,
      exclusiveMaximum: false,
      allow: [],
      from: from('the quantity of an ordered item'),
    })
  return rules
}
