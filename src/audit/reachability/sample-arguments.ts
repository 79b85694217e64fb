import type { Json, JsonObject } from '../../shared/json.ts'
import { jsonTypesOf, typeOfSchema, type ValueSchema } from './matching.ts'
import type { ToolParameter } from './signature.ts'

/** Values for calls on the side, one of a kind for each meaning. The texts hold what tools look for in texts. */
const SAMPLES: Readonly<Record<string, (n: number) => Json>> = {
  amount: (n) => 71.25 + n,
  base64: (n) => ['U2FtcGxl', 'QW5vdGhlcg=='][n % 2] as string,
  city: (n) => ['Oslo', 'Lima'][n % 2] as string,
  country: (n) => ['Norway', 'Peru'][n % 2] as string,
  currency: (n) => ['USD', 'EUR', 'JPY'][n % 3] as string,
  date: (n) => `2031-04-0${1 + (n % 9)}`,
  datetime: (n) => `2031-04-0${1 + (n % 9)} 10:30`,
  directory: () => '/data',
  domain: (n) => `sample${n}.example`,
  email: (n) => `sample.${n}@mail.example`,
  expression: (n) => `${n} + 4`,
  'file-path': (n) => `/data/sample${n}.txt`,
  html: (n) => `<html><title>Sample ${n}</title><a href="https://sample.example/${n}">link</a></html>`,
  'ip-address': (n) => `203.0.113.${1 + n}`,
  json: (n) => `{"sample":${n},"more":[1,2]}`,
  language: (n) => ['en', 'de', 'fr'][n % 3] as string,
  numbers: (n) => [4.5 + n, 12, 3.25],
  'stock-symbol': (n) => ['AAPL', 'TSLA'][n % 2] as string,
  timezone: () => 'Europe/Oslo',
  unit: (n) => ['celsius', 'kelvin'][n % 2] as string,
  url: (n) => `https://sample${n}.example/page?q=${n}`,
  weekday: () => 'Monday',
}

const sampleText = (n: number): string =>
  `Mister Sample${n} recieve 1${n}.5 dollars in Oslo, write to him${n}@mail.example. It was a "good" day!`

function sampleOf({ named, closed, schema }: ToolParameter, n: number): Json {
  const type = typeOfSchema(schema)
  if (closed) return named[n % named.length] ?? null
  const [jsonType] = jsonTypesOf(schema)
  const own = SAMPLES[type]?.(n)
  if (jsonType === 'string') return typeof own === 'string' ? own : sampleText(n)
  if (jsonType === 'number' || jsonType === 'integer') {
    const least = schema.minimum ?? 2
    const number = Math.min(least + n, schema.maximum ?? Number.POSITIVE_INFINITY)
    return jsonType === 'integer' ? Math.ceil(number) : number
  }
  if (jsonType === 'array') return Array.isArray(own) ? own : sampleItems(schema, n)
  return jsonType === 'object' ? {} : (own ?? sampleText(n))
}

function sampleItems({ items = {} }: ValueSchema, n: number): Json[] {
  const item = (at: number): Json => {
    if (jsonTypesOf(items).includes('array')) return sampleItems(items, at)
    const fields = Object.entries(items.properties ?? {})
    if (fields.length === 0) return jsonTypesOf(items).includes('number') ? at + 2.5 : `item ${at}`
    return Object.fromEntries(
      fields.map(([key, { type }]) => [key, type === 'number' || type === 'integer' ? at : `item ${at}`]),
    )
  }
  return [item(n), item(n + 1), item(n + 2)]
}

/** Made-up arguments that fit a tool: required ones alone at round 0, all of them later. */
export const sampleArguments = (parameters: readonly ToolParameter[], round: number): JsonObject =>
  Object.fromEntries(
    parameters
      .filter(({ required }) => required || round > 0)
      .map((parameter, i) => [parameter.name, sampleOf(parameter, i + round)]),
  )
