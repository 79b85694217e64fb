import fc from 'fast-check'
import type { z } from 'zod'
import { SEMANTIC_KEY } from '../../src/schema/semantic.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import type { Simulator } from '../../src/tools/define-simulator.ts'
import plausible from './arguments.json' with { type: 'json' }

type Schema = z.core.JSONSchema.BaseSchema & { [SEMANTIC_KEY]?: string }

/** Plausible texts by meaning: arguments that get past the door often enough to reach the simulator. */
const PLAUSIBLE: Record<string, string[]> = plausible.texts

function arbitraryOf(schema: Schema, semantic?: string): fc.Arbitrary<unknown> {
  const meaning = (schema[SEMANTIC_KEY] as string | undefined) ?? semantic
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const union = schema.anyOf ?? schema.oneOf
  if (union !== undefined) return fc.oneof(...union.map((member) => arbitraryOf(member as Schema, meaning)))
  switch (schema.type) {
    case 'string': {
      const plausible = PLAUSIBLE[meaning ?? '']
      const free = fc.string({
        minLength: schema.minLength ?? 0,
        maxLength: schema.maxLength ?? 60,
        unit: 'binary',
      })
      return plausible === undefined ? free : fc.oneof(fc.constantFrom(...plausible), free)
    }
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -50, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 200, 2 ** 31 - 1),
      })
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 100_000 }),
        fc
          .double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
          .map((x) => (Object.is(x, -0) ? 0 : x)),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(arbitraryOf((schema.items ?? {}) as Schema, meaning), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 6, 6),
      })
    case 'object':
      return objectOf(schema)
    default:
      return fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  }
}

function objectOf(schema: Schema): fc.Arbitrary<JsonObject> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  return fc.record(Object.fromEntries(properties.map(([name, property]) => [name, arbitraryOf(property)])), {
    requiredKeys: (schema.required ?? []) as string[],
  }) as fc.Arbitrary<JsonObject>
}

/** Arguments that fit a simulator's input schema. */
export const generateArguments = (simulator: Simulator): fc.Arbitrary<JsonObject> =>
  objectOf(simulator.inputSchema as Schema)
