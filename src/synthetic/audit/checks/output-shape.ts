import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { closedListInDescription } from '../../rules/closed-list-in-description.ts'
import type { SpecShape, ToolSpec } from '../../tool-spec/tool-spec.ts'
import { check, type JudgedCheck } from '../judgment.ts'

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d/.test(text) && !Number.isNaN(Date.parse(text.replace(' ', 'T')))

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { 'date-time': isInstant, date: isInstant },
})

/** JSON Schema of a shape, from the specification alone: type, items, properties, bounds and formats of dates. */
function schemaOf({ type, items, properties, requiredProperties, format, ...rest }: SpecShape): JsonObject {
  const { minimum, maximum, minItems, maxItems } = rest
  const said: [string, Json | undefined][] = [
    ['type', type === 'any' ? undefined : type],
    ['format', format === 'date-time' || format === 'date' ? format : undefined],
    ...Object.entries({ minimum, maximum, minItems, maxItems }),
    ['items', items && schemaOf(items)],
    [
      'properties',
      properties &&
        Object.fromEntries(Object.entries(properties).map(([name, own]) => [name, schemaOf(own)])),
    ],
    ['required', requiredProperties],
  ]
  return Object.fromEntries(said.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}

/** Exactly the outputs of the specification, by name. */
export function keysCheck(output: JsonObject, { outputs }: ToolSpec): JudgedCheck {
  const names = new Set(outputs.map(({ name }) => name))
  const missing = [...names].filter((name) => !(name in output))
  const extra = Object.keys(output).filter((name) => !names.has(name))
  const parts = [
    ...(missing.length > 0 ? [`${missing.join(', ')} missing`] : []),
    ...(extra.length > 0 ? [`${extra.join(', ')} unheard of`] : []),
  ]
  return check('keys', parts.length === 0, parts.length === 0 ? 'exactly the outputs' : parts.join('; '))
}

const validators = new WeakMap<ToolSpec, ValidateFunction>()

function validatorOf(tool: ToolSpec): ValidateFunction {
  const known = validators.get(tool)
  if (known !== undefined) return known
  const properties = Object.fromEntries(tool.outputs.map(({ name, ...shape }) => [name, schemaOf(shape)]))
  const validate = ajv.compile({ type: 'object', properties })
  validators.set(tool, validate)
  return validate
}

/** Types of the outputs, by ajv from the JSON Schema of the specification. */
export function typesCheck(output: JsonObject, tool: ToolSpec): JudgedCheck {
  const validate = validatorOf(tool)
  if (validate(output)) return check('types', true, 'every output has its type')
  const [error] = validate.errors ?? []
  return check('types', false, `${error?.instancePath ?? ''} ${error?.message ?? 'has another type'}`.trim())
}

const kindOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Arrays whose items are of one type, also where the specification does not say which. */
export function itemsCheck(output: JsonObject): JudgedCheck {
  const mixed = Object.entries(output).find(
    ([, value]) => Array.isArray(value) && new Set(value.map(kindOf)).size > 1,
  )
  return check(
    'items',
    mixed === undefined,
    mixed === undefined ? 'arrays of one type' : `${mixed[0]} mixes types`,
  )
}

const fold = (value: Json): string =>
  String(value)
    .toLowerCase()
    .replace(/[\s_-]+/g, '')

const listOf = (shape: SpecShape & { name: string; description: string }): readonly (string | number)[] => {
  if (shape.enum !== undefined) return shape.enum
  if (shape.type !== 'string') return []
  return closedListInDescription(shape.description, { ...shape, required: false })[0]?.values ?? []
}

/** Values of outputs whose description lists what they can be. */
export function listsCheck(output: JsonObject, { outputs }: ToolSpec): JudgedCheck | undefined {
  const listed = outputs.flatMap((shape) => {
    const values = listOf(shape)
    return values.length === 0 || output[shape.name] === undefined ? [] : [{ name: shape.name, values }]
  })
  if (listed.length === 0) return undefined
  const other = listed.find(({ name, values }) => !values.map(fold).includes(fold(output[name] ?? null)))
  const detail = other === undefined ? 'listed values' : `${other.name} is none of ${other.values.join(', ')}`
  return check('lists', other === undefined, detail)
}
