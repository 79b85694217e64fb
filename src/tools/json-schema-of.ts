import type { Options } from 'ajv'
import type { z } from 'zod'
import { zod } from '../schema/lazily.ts'
import { memoizeOnce } from '../shared/memoize.ts'

/** zod writes the bounds of safe integers into every integer schema; a model gains nothing from them. */
const removeSafeIntegerBounds = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

/**
 * By the schema's own method, which only newer releases of zod have: the user's copy of zod is loaded already, ours
 * perhaps not.
 */
const toJsonSchema = (schema: z.ZodType, options: z.core.ToJSONSchemaParams): z.core.JSONSchema.BaseSchema =>
  'toJSONSchema' in schema ? schema.toJSONSchema(options) : zod().toJSONSchema(schema, options)

/**
 * JSON Schema (draft 2020-12) of a zod schema, as callers write it (`input`) or receive it (`output`). `z.json()`
 * becomes the schema that allows everything: zod defines it recursively in `$defs`, and a reference there leads
 * nowhere once the schema stands inside another document.
 */
export function buildJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, $defs = {}, ...rest } = toJsonSchema(schema, { io, override: removeSafeIntegerBounds })
  for (const definition of Object.values($defs)) {
    if (!isAnyJson(definition)) throw new Error('a simulator may not have a recursive schema, only z.json()')
  }
  return JSON.parse(JSON.stringify(rest), (_key, value) => {
    if (typeof value === 'object' && value !== null) delete value.$ref
    return value
  }) as Record<string, unknown>
}

const formatUnionWithoutReferences = ({ anyOf }: z.core.JSONSchema.BaseSchema): string =>
  JSON.stringify(anyOf).replaceAll(/"\$ref":"[^"]*"/g, '')

const anyJson = memoizeOnce(() => formatUnionWithoutReferences(zod().toJSONSchema(zod().json())))

/** Whether a definition is that of `z.json()`, whatever it is called there. */
const isAnyJson = (definition: z.core.JSONSchema.BaseSchema): boolean =>
  formatUnionWithoutReferences(definition) === anyJson()

/** How arguments are checked: the first failure alone, with defaults filled in, whatever else a schema says. */
export const AJV_OPTIONS = {
  useDefaults: true,
  strict: false,
  allErrors: false,
  validateFormats: false,
} satisfies Options
