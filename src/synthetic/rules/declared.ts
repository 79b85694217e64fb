import type { Format, Rule } from '../tool-spec/rule.ts'
import { FORMATS } from '../tool-spec/rule.ts'
import type { SpecParameter, SpecShape } from '../tool-spec/tool-spec.ts'

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
