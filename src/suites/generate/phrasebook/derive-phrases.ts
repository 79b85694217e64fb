import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import type { Tool } from '../../../schema/tool.ts'
import { nameWords } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { schemaTypeOf, schemaValue, type ValueMaker } from '../../../shared/schema-value.ts'
import { definePhrases, type PhrasedAnswer, type Phrases } from '../../../tools/builtin/phrases.ts'
import { drawDate, drawDateTime } from '../../../tools/content/draws.ts'
import {
  CITIES,
  CURRENCIES,
  DOMAINS,
  PEOPLE,
  QUERIES,
  SUBJECTS,
  SYMBOLS,
  TEXTS,
  TIME_ZONES,
  URLS,
} from '../../../tools/content/pools/lists.ts'
import { outputPorts } from '../graph/ports.ts'

/** Values of texts by what they mean. */
const TEXT_DRAWS: Readonly<Record<string, (rng: Rng) => string>> = {
  city: (rng) => rng.pick(CITIES),
  currency: (rng) => rng.pick(CURRENCIES),
  date: (rng) => drawDate(rng, 2027, 2034),
  datetime: drawDateTime,
  domain: (rng) => rng.pick(DOMAINS),
  email: (rng) => rng.pick(PEOPLE).email,
  person: (rng) => rng.pick(PEOPLE).name,
  phone: (rng) => rng.pick(PEOPLE).phone,
  query: (rng) => rng.pick(QUERIES),
  'stock-symbol': (rng) => rng.pick(SYMBOLS),
  text: (rng) => rng.pick(TEXTS),
  timezone: (rng) => rng.pick(TIME_ZONES),
  title: (rng) => rng.pick(SUBJECTS),
  url: (rng) => rng.pick(URLS),
}

const numberOf = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

/** Makes values that a schema allows; none can be told where it has a pattern, no type, or a list without items. */
const makerOver = (rng: Rng): ValueMaker => ({
  special: ({ examples }) =>
    Array.isArray(examples) && examples.length > 0 ? rng.pick(examples) : undefined,
  pick: (items) => rng.pick(items),
  boolean: () => rng.int(0, 1) === 1,
  number(schema) {
    const { minimum, exclusiveMinimum, maximum } = schema
    const least = numberOf(minimum, numberOf(exclusiveMinimum, -1) + 1)
    return schemaTypeOf(schema) === 'integer'
      ? rng.int(Math.ceil(least), Math.floor(numberOf(maximum, least + 99)))
      : rng.decimal(least, numberOf(maximum, least + 1000), 2)
  },
  text(schema) {
    if (schemaTypeOf(schema) !== 'string' || schema.pattern !== undefined) return undefined
    const drawn = TEXT_DRAWS[String(schema[SEMANTIC_KEY])]
    return drawn === undefined ? `${rng.pick(SUBJECTS)} ${rng.int(10, 999)}` : drawn(rng)
  },
  count: ({ items }) => (isObject(items) ? rng.int(3, 5) : undefined),
  takes: (_, isRequired) => isRequired,
})

const inWords = (name: string): string => nameWords(name).join(' ')

/** A parameter list for a clause, the optional ones in square brackets. */
const slots = (
  names: readonly string[],
  required: ReadonlySet<string>,
  join: (name: string) => string,
): string => names.map((name) => (required.has(name) ? `, ${join(name)}` : `[, ${join(name)}]`)).join('')

/**
 * Phrases for a tool that nobody wrote phrases for: requests are made of the words of its name and of its parameters,
 * values are drawn by the schema and by what they mean. Undefined where the schema asks for values that it gives no
 * way to make up, such as a text of a pattern without examples: write phrases for such a tool.
 *
 * @param tool Its schemas carry meanings, see `inferTypes`.
 */
export function derivePhrases(tool: Tool): Phrases | undefined {
  const input = tool.inputSchema as JsonObject
  const properties = Object.entries(isObject(input.properties) ? input.properties : {}).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]),
  )
  const required = new Set(Array.isArray(input.required) ? input.required.map(String) : [])
  const names = properties.map(([name]) => name)
  const draw = (rng: Rng): JsonObject =>
    Object.fromEntries(
      properties.flatMap(([name, schema]) => {
        if (!required.has(name) && (schema.default !== undefined || rng.int(0, 1) === 0)) return []
        const value = schemaValue(schema, makerOver(rng))
        return value === undefined ? [] : [[name, value]]
      }),
    )
  const probe = draw(PROBE)
  if ([...required].some((name) => probe[name] === undefined)) return undefined
  const words = inWords(tool.name)
  const outputs = Object.fromEntries(
    outputPorts(tool)
      .filter(({ at, required: always }) => at !== '' && always)
      .map(({ at }) => [at, inWords(at)]),
  )
  return definePhrases({
    tool: tool.name,
    draw,
    asks: [
      `${words}${slots(names, required, (name) => `${inWords(name)} {${name}}`)}`,
      `get this done: ${words}${slots(names, required, (name) => `with {${name}} as ${inWords(name)}`)}`,
      `take care of the following: ${words}${slots(names, required, (name) => `where ${inWords(name)} is {${name}}`)}`,
    ],
    outputs,
    answers:
      tool.effect === 'read'
        ? Object.entries(outputs).map(([at, gives]): PhrasedAnswer => ({ at, gives }))
        : [],
  })
}

/** Draws the least of everything: enough to see whether a value can be made up at all. */
const PROBE: Rng = {
  int: (min) => min,
  decimal: (min) => min,
  pick: (items) => items[0] as (typeof items)[number],
  sample: (items, count) => items.slice(0, count),
  shuffle: (items) => [...items],
}
