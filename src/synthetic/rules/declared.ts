import { FORMATS, type Format, type Rule } from '../tool-spec/rule.ts'
import type { SpecParameter, SpecShape } from '../tool-spec/tool-spec.ts'
import { stemsOf } from './words.ts'

const formatOf = (name: string | undefined): Format | undefined =>
  name === 'uri' ? 'url' : FORMATS.find((format) => format === name)

function valueRules(shape: SpecShape, target: { parameter: string; property?: string }): Rule[] {
  const { enum: values, minimum, maximum, format } = shape
  const from = { source: 'schema' as const, text: '' }
  const rules: Rule[] = []
  if (values !== undefined && values.length > 0)
    rules.push({ kind: 'one_of', ...target, values, quantifier: 'every', from: { ...from, text: 'enum' } })
  if (minimum !== undefined || maximum !== undefined)
    rules.push({
      kind: 'range',
      ...target,
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
      exclusiveMinimum: false,
      exclusiveMaximum: false,
      allow: [],
      from: { ...from, text: 'minimum, maximum' },
    })
  const known = formatOf(format)
  if (known !== undefined)
    rules.push({ kind: 'format', ...target, format: known, from: { ...from, text: 'format' } })
  return rules
}

/** Rules that the machine-readable part of a parameter states: enum, bounds, format, number of items. */
export function declaredRules(parameter: SpecParameter): Rule[] {
  const { name, items, minItems, maxItems } = parameter
  const counted: Rule[] =
    minItems === undefined && maxItems === undefined
      ? []
      : [
          {
            kind: 'item_count',
            parameter: name,
            ...(minItems === undefined ? {} : { minimum: minItems }),
            ...(maxItems === undefined ? {} : { maximum: maxItems }),
            from: { source: 'schema', text: 'minItems, maxItems' },
          },
        ]
  const properties = items?.properties ?? parameter.properties ?? {}
  return [
    ...valueRules(parameter, { parameter: name }),
    ...(items === undefined ? [] : valueRules(items, { parameter: name })),
    ...Object.entries(properties).flatMap(([property, shape]) =>
      valueRules(shape, { parameter: name, property }),
    ),
    ...counted,
  ]
}

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
