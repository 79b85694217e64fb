import type { AgentTool } from '../../schema/agent.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'

/** The part of a JSON Schema that guessing looks at. */
interface Schema {
  type?: string
  enum?: Json[]
  const?: Json
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LETTER_COUNT = 12
const SMALLEST = 1
const LARGEST = 100
const ITEMS = 3

/** How to make up a value of a type. */
interface Guess {
  text(): string
  number(min: number, max: number): number
  boolean(): boolean
  pick<T>(items: readonly T[]): T
}

function guessed(schema: Schema, guess: Guess): Json {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return guess.pick(schema.enum)
  if (schema.anyOf !== undefined) return guessed(guess.pick(schema.anyOf), guess)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return guess.number(schema.minimum ?? SMALLEST, schema.maximum ?? LARGEST)
    case 'boolean':
      return guess.boolean()
    case 'null':
      return null
    case 'array':
      return Array.from({ length: ITEMS }, () => guessed(schema.items ?? {}, guess))
    case 'object':
      return objectOf(schema, guess)
    default:
      return guess.text()
  }
}

const objectOf = ({ properties = {}, required = [] }: Schema, guess: Guess): JsonObject =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, schema]) => [name, guessed(schema, guess)]),
  )

/**
 * Arguments that fit a tool's schema and say nothing: twelve letters for a text, a whole number of the declared range
 * (1 to 100 where none is) for a number, any of an enum. Optional parameters are left out.
 */
export const randomArguments = (tool: Pick<AgentTool, 'inputSchema'>, rng: Rng): JsonObject =>
  objectOf(tool.inputSchema as Schema, {
    text: () => Array.from({ length: LETTER_COUNT }, () => rng.pick([...LETTERS])).join(''),
    number: (min, max) => rng.int(Math.ceil(min), Math.floor(max)),
    boolean: () => rng.pick([true, false]),
    pick: (items) => rng.pick(items),
  })

/** Arguments that fit a tool's schema, with one value for each type: "value", the least number, false, the first of an enum. */
export const constantArguments = (tool: Pick<AgentTool, 'inputSchema'>): JsonObject =>
  objectOf(tool.inputSchema as Schema, {
    text: () => 'value',
    number: (min) => Math.ceil(min),
    boolean: () => false,
    pick: (items) => items[0] as (typeof items)[number],
  })
