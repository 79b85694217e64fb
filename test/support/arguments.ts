import fc from 'fast-check'
import type { z } from 'zod'
import { SEMANTIC_KEY } from '../../src/schema/semantic.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import type { Simulator } from '../../src/tools/define-simulator.ts'

type Schema = z.core.JSONSchema.BaseSchema & { [SEMANTIC_KEY]?: string }

/** Plausible texts by meaning: arguments that get past the door often enough to reach the simulator. */
const PLAUSIBLE: Record<string, string[]> = {
  city: ['Tokyo', 'Paris', 'Ulm', 'São Paulo'],
  code: ['sum(range(1, 11))', "'abc'.upper()", 'sorted([3, 1, 2])'],
  currency: ['USD', 'EUR', 'JPY', 'nok'],
  date: ['2026-03-15', '2025-12-31', '2024-02-29'],
  datetime: ['2026-03-15T10:00:00', '2025-12-31T23:59:00Z'],
  directory: ['/', '/data'],
  domain: ['example.com', 'docs.example.org'],
  email: ['ana@example.com', 'bo@example.org'],
  expression: ['(3 + 4) * 2.5', 'max(1, 2) ** 2', 'sum([1, 2, 3])'],
  'file-path': ['/data/notes.txt', '/data/config.json', '/tmp/new.csv'],
  json: ['{"a": 1}', '[1, 2.5, "x"]', '{}'],
  key: ['id', 'project_notes', 'user_preferences'],
  language: ['en', 'fr', 'de'],
  number: ['42', 'three hundred', '1,200.5'],
  records: ['[{"id": 1, "name": "a"}, {"id": 2}]'],
  'stock-symbol': ['AAPL', 'MSFT', 'QQQX'],
  text: ['It was a great day. We paid $1,200 to Ana Lopez!', 'Der Hund und die Katze', ''],
  timezone: ['UTC', 'Europe/Berlin', 'Asia/Tokyo'],
  unit: ['celsius', 'fahrenheit', 'km', 'miles'],
  url: ['https://example.com/a?b=1', 'http://docs.example.org/'],
  weekday: ['Monday', 'friday'],
}

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
export const argumentsOf = (simulator: Simulator): fc.Arbitrary<JsonObject> =>
  objectOf(simulator.inputSchema as Schema)
