import type { ToolDefinition } from '@langchain/core/language_models/base'
import { termsOf, wordsOf } from './words.ts'

/** A parameter of an offered tool. */
export interface Param {
  name: string
  type: string
  itemType: string | undefined
  /** What the values mean: `x-semantic` where the schema has it, else judged by format and name. */
  meaning: string
  options: string[]
  required: boolean
  description: string
  nameTerms: Set<string>
  terms: Set<string>
}

/** An offered tool with the words it is known by. */
export interface ToolSpec {
  name: string
  params: Param[]
  nameTerms: Set<string>
  /** Terms of the first sentence of the description; the later ones often speak of what the tool is not. */
  headTerms: Set<string>
  restTerms: Set<string>
  /** All of the tool's text, to look spellings up in. */
  text: string
}

type Schema = Record<string, unknown>

const FORMATS: Record<string, string> = {
  email: 'email',
  uri: 'url',
  url: 'url',
  date: 'date',
  'date-time': 'datetime',
  time: 'time',
  hostname: 'domain',
  ipv4: 'ip-address',
}
const NAME_MEANINGS: [word: string, meaning: string][] = [
  ...`city country currency email url date datetime timezone domain language unit title query expression phone path
  id key tag slug filter limit count amount price person organisation directory text`
    .split(/\s+/)
    .map((word): [string, string] => [word, word]),
  ...([
    ['ticker', 'stock-symbol'],
    ['symbol', 'stock-symbol'],
    ['subject', 'title'],
    ['link', 'url'],
    ['file', 'file-path'],
    ['location', 'city'],
    ['place', 'city'],
    ['company', 'organisation'],
    ['name', 'person'],
    ['recipient', 'email'],
  ] as [string, string][]),
]

function meaningOf(name: string, schema: Schema, type: string, itemType: string | undefined): string {
  const said = schema['x-semantic']
  if (typeof said === 'string') return said
  const format = FORMATS[String(schema.format)]
  if (format) return format
  if (type === 'array') return itemType === 'number' || itemType === 'integer' ? 'numbers' : 'texts'
  if (type === 'object') return 'json'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'boolean') return 'boolean'
  const words = wordsOf(name)
  return NAME_MEANINGS.find(([word]) => words.includes(word))?.[1] ?? 'text'
}

function typeOf(schema: Schema): string {
  const type = Array.isArray(schema.type) ? schema.type.find((t) => t !== 'null') : schema.type
  if (typeof type === 'string') return type
  const variants = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  const [variant] = variants?.filter((each) => each.type !== 'null') ?? []
  return variant ? typeOf(variant) : 'any'
}

function readParam(name: string, schema: Schema, required: boolean): Param {
  const type = typeOf(schema)
  const items = schema.items as Schema | undefined
  const itemType = items ? typeOf(items) : undefined
  const description = String(schema.description ?? '')
  const options = Array.isArray(schema.enum) ? schema.enum.map(String) : []
  const meaning = options.length > 0 ? 'enum' : meaningOf(name, schema, type, itemType)
  const nameTerms = termsOf(name)
  return {
    name,
    type,
    itemType,
    meaning,
    options,
    required,
    description,
    nameTerms,
    terms: termsOf(description),
  }
}

/** Reads the definition that a tool is offered with. */
export function readTool({ function: definition }: ToolDefinition): ToolSpec {
  const schema = definition.parameters as Schema
  const required = (schema.required ?? []) as string[]
  const description = definition.description ?? ''
  const [head = '', ...rest] = description.split(/(?<=[.!?])\s+/)
  const params = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, each]) =>
    readParam(name, each, required.includes(name)),
  )
  return {
    name: definition.name,
    params: params.sort((a, b) => Number(b.required) - Number(a.required)),
    nameTerms: termsOf(definition.name),
    headTerms: termsOf(head),
    restTerms: termsOf(rest.filter((sentence) => !/\b(?:not|use|for)\b/i.test(sentence)).join(' ')),
    text: [description, ...params.map((param) => `${param.description} ${param.options.join(' ')}`)].join(
      ' ',
    ),
  }
}
