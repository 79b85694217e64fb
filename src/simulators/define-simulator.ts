import { z } from 'zod'
import { digest } from '../python/digest.ts'
import type { Capability, Category, Effect, Tool } from '../schema/tool.ts'
import type { JsonObject } from '../shared/json.ts'
import type { World } from '../world/world.ts'

/** What a simulator may know of the call besides its arguments. */
export interface Call {
  /**
   * JSON Pointers of arguments that were written as floats with an integral value (`30.0`). Only published
   * digests of number text depend on it.
   */
  readonly floats: ReadonlySet<string>
  /**
   * Id of the record that this write creates. In the published world the first of equal writes gets
   * `published`; every other one depends on seed, tool, arguments and the number of equal earlier writes.
   * `published` has the form `prefix_hex`, and the prefix is kept.
   */
  recordId(published: string): string
}

export interface SimulatorSpec<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string
  category: Category
  effect: Effect
  capability: Capability
  /** Whether a successful call with these arguments changes the world, where not every call of a writing tool does. */
  commits?(args: z.output<Input>): boolean
  /** What it returns, in which units and formats, and what it is not for. Models choose by it. */
  description: string
  input: Input
  output: Output
  /** Pure but for the world: no clock, no randomness, no network, no file system. Throws a `ToolError` to refuse. */
  run(args: z.output<Input>, world: World, call: Call): z.input<Output>
}

/** A deterministic implementation of a tool. */
export interface Simulator extends Tool {
  category: Category
  /** One of `CAPABILITIES`, or for tools of others any text that equals for tools that bring about the same. */
  capability: string
  input: z.ZodObject
  output: z.ZodObject
  /**
   * `own`: `run` checks the arguments itself, with messages and codes of its own. Beforehand only defaults of the input
   * schema are filled in, and what else it demands is there for models to read.
   */
  checks?: 'own'
  commits?(args: JsonObject): boolean
  run(args: JsonObject, world: World, call: Call): JsonObject
}

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
function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> {
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

/**
 * Declares a simulator. JSON Schemas are derived from the zod schemas; objects are strict, so an argument
 * that is not declared is refused.
 *
 * @example
 * export const getWeekday = defineSimulator({
 *   name: 'get_weekday', category: 'external_services', effect: 'read', capability: 'look-up',
 *   description: 'Weekday of a calendar date.',
 *   input: z.strictObject({ date: field(z.string(), 'date', 'Date as YYYY-MM-DD.') }),
 *   output: z.strictObject({ weekday: field(z.string(), 'weekday', 'English name.') }),
 *   run: ({ date }) => ({ weekday: weekdayOf(date) }),
 * })
 */
export function defineSimulator<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: SimulatorSpec<Input, Output>,
): Simulator {
  return {
    ...spec,
    inputSchema: jsonSchemaOf(spec.input, 'input'),
    outputSchema: jsonSchemaOf(spec.output, 'output'),
  } as unknown as Simulator
}

const ID_DIGITS = 12

/** The `Call` of one execution. */
export function callOf(tool: string, args: JsonObject, world: World, floats: ReadonlySet<string>): Call {
  return {
    floats,
    recordId(published) {
      const repeats = world.equalWrites(tool, args)
      const at = published.indexOf('_') + 1
      const own = (): string =>
        world.seed === 0 && repeats === 0
          ? published.slice(at)
          : digest(world.seed, tool, args, repeats).slice(0, ID_DIGITS)
      const draw = world.draw('record', tool, args, repeats)
      return published.slice(0, at) + draw.given('id', { kind: 'hex', digits: ID_DIGITS }, own)
    },
  }
}
