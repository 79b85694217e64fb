import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { SpecShape, ToolSpec } from '../tool-spec/tool-spec.ts'
import { given, isDefault } from './given.ts'
import type { Failure } from './validation.ts'

const isScalar = (value: Json): boolean => value !== null && typeof value !== 'object'

const TESTS: Record<SpecShape['type'], (value: Json) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  any: () => true,
}

const describe = (shape: SpecShape): string =>
  shape.type === 'array' && shape.items !== undefined ? `array of ${describe(shape.items)}` : shape.type

/** Whether a value has the shape; items of an array whose shape is not said may be any scalars or arrays of them. */
function hasShape(value: Json, shape: SpecShape): boolean {
  if (!TESTS[shape.type](value)) return false
  const { items, properties = {}, requiredProperties = [] } = shape
  if (Array.isArray(value)) {
    if (items !== undefined) return value.every((item) => hasShape(item, items))
    return value.every((item) => isScalar(item) || (Array.isArray(item) && item.every(isScalar)))
  }
  if (!isObject(value)) return true
  return (
    requiredProperties.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(properties).every(([name, property]) => {
      const member = value[name]
      return member === undefined || hasShape(member, property)
    })
  )
}

/** Finds the first argument, in the order of the specification, that is not of its type. */
export function checkTypes(args: JsonObject, { parameters }: ToolSpec): Failure | undefined {
  for (const parameter of parameters) {
    const value = given(args, parameter)
    if (value === undefined || isDefault(value, parameter) || hasShape(value, parameter)) continue
    return {
      rule: 'type',
      parameter: parameter.name,
      message: `Invalid type for ${parameter.name}: expected ${describe(parameter)}.`,
    }
  }
  return undefined
}
