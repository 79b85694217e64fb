import { z } from 'zod'

/** zod writes the bounds of safe integers into every integer schema; a model gains nothing from them. */
const withoutSafeIntegerBounds = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

/**
 * JSON Schema (draft 2020-12) of a zod object, as callers write it (`input`) or receive it (`output`). `z.json()`
 * becomes the schema that allows everything: zod defines it recursively in `$defs`, and a reference there leads
 * nowhere once the schema stands inside another document.
 */
export function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { io, override: withoutSafeIntegerBounds })
  for (const definition of Object.values($defs)) {
    if (!isAnyJson(definition)) throw new Error('a simulator may hold no recursive schema but z.json()')
  }
  return JSON.parse(JSON.stringify(rest), (_key, value) => {
    if (typeof value === 'object' && value !== null) delete value.$ref
    return value
  }) as Record<string, unknown>
}

const ANY_JSON = z.toJSONSchema(z.json())

/** Whether a definition is that of `z.json()`, whatever it is called there. */
const isAnyJson = (definition: z.core.JSONSchema.BaseSchema): boolean =>
  JSON.stringify(definition.anyOf).replaceAll(/"\$ref":"[^"]*"/g, '') ===
  JSON.stringify(ANY_JSON.anyOf).replaceAll(/"\$ref":"[^"]*"/g, '')
