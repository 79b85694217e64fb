import type { AgentTool } from '../../schema/agent.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'
import { buildSchemaObject } from '../../shared/schema-value.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LETTER_COUNT = 12
const SMALLEST = 1
const LARGEST = 100
const ITEMS = 3

interface Guess {
  text(): string
  number(min: number, max: number): number
  boolean(): boolean
  pick<T>(items: readonly T[]): T
}

const numberOr = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

const buildObject = (schema: JsonObject, guess: Guess): JsonObject =>
  buildSchemaObject(schema, {
    ...guess,
    number: ({ minimum, maximum }) => {
      const min = numberOr(minimum, Math.min(SMALLEST, numberOr(maximum, SMALLEST)))
      return guess.number(min, numberOr(maximum, Math.max(LARGEST, min)))
    },
    count: () => ITEMS,
    takes: (_, isRequired) => isRequired,
  })

/**
 * Arguments that fit a tool's schema and say nothing: twelve letters for a text, a whole number of the declared range
 * (1 to 100 where none is) for a number, any of an enum. Optional parameters are left out.
 */
export const drawRandomArguments = (tool: Pick<AgentTool, 'inputSchema'>, rng: Rng): JsonObject =>
  buildObject(tool.inputSchema as JsonObject, {
    text: () => Array.from({ length: LETTER_COUNT }, () => rng.pick([...LETTERS])).join(''),
    number: (min, max) => rng.int(Math.ceil(min), Math.floor(max)),
    boolean: () => rng.pick([true, false]),
    pick: (items) => rng.pick(items),
  })

/** Arguments that fit a tool's schema, with one value for each type: "value", the least number, false, the first of an enum. */
export const buildConstantArguments = (tool: Pick<AgentTool, 'inputSchema'>): JsonObject =>
  buildObject(tool.inputSchema as JsonObject, {
    text: () => 'value',
    number: (min) => Math.ceil(min),
    boolean: () => false,
    pick: (items) => items[0] as (typeof items)[number],
  })
