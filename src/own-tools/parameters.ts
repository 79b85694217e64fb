/** An object schema as frameworks hold it: JSON Schema, one that wraps it, or zod's, which has a `shape`. */
interface HeldSchema {
  properties?: object
  jsonSchema?: { properties?: object }
  shape?: object
}

/** Arguments as a zod schema reads them, with its defaults and conversions; as they are by any other schema. */
export const parseArguments = async (schema: unknown, args: unknown): Promise<unknown> => {
  const { parseAsync } = Object(schema) as { parseAsync?(args: unknown): Promise<unknown> }
  return typeof parseAsync === 'function' ? parseAsync.call(schema, args) : args
}

/** Names of the parameters that a schema declares; undefined where it does not say. */
export function listParameters(schema: unknown): string[] | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { properties, jsonSchema, shape } = schema as HeldSchema
  const found = shape ?? properties ?? jsonSchema?.properties
  return typeof found === 'object' ? Object.keys(found) : undefined
}
