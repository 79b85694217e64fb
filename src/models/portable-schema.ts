import { z } from 'zod'

/**
 * The JSON Schema of an answer, in the words that the providers' structured output has in common: `anyOf` for
 * `oneOf`, a list of one for `const`, no limits of safe integers.
 */
export function portableSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.oneOf !== undefined) {
        jsonSchema.anyOf = jsonSchema.oneOf
        delete jsonSchema.oneOf
      }
      if (jsonSchema.const !== undefined) {
        jsonSchema.enum = [jsonSchema.const]
        delete jsonSchema.const
      }
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return rest
}
