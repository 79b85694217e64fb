import { readBindingKey } from '../schema/binding.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { buildSchemaValue, type ValueMaker } from '../shared/schema-value.ts'
import { type OutputOf, resolve } from './bindings.ts'

const isNumber = (value: Json | undefined): value is number => typeof value === 'number'

/** The same value for each type. */
const EXAMPLES: ValueMaker = {
  pick: ([first]) => first as never,
  boolean: () => false,
  number: ({ minimum, maximum }) => Math.ceil([minimum, maximum].find(isNumber) ?? 1),
  text: () => 'any text',
  count: ({ minItems }) => (isNumber(minItems) ? minItems : 1),
  takes: (_, isRequired) => isRequired,
}

const acceptsAnything = (value: Json | undefined): boolean =>
  isObject(value) &&
  (readBindingKey(value) === '$any' ||
    (readBindingKey(value) === '$optional' && acceptsAnything(value.$optional)))

/**
 * The arguments that a step stands for, given the outputs of the steps before it. One that accepts anything gets a value
 * that the schema of its tool allows.
 *
 * @returns Undefined where a binding finds no value
 */
export function resolveArguments(
  args: JsonObject,
  outputOf: OutputOf,
  schema: unknown,
): JsonObject | undefined {
  const resolved = resolve(args, outputOf) as JsonObject | undefined
  const properties = (schema as JsonObject | undefined)?.properties
  if (resolved === undefined || !isObject(properties)) return resolved
  const examples = Object.entries(args).flatMap(([name, value]): [string, Json][] => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined
    const example = acceptsAnything(value) && isObject(field) ? buildSchemaValue(field, EXAMPLES) : undefined
    return example === undefined ? [] : [[name, example]]
  })
  return examples.length === 0 ? resolved : { ...resolved, ...Object.fromEntries(examples) }
}
