import { SEMANTIC_KEY, type SemanticType } from '../../schema/semantic.ts'
import type { Tool } from '../../schema/tool.ts'
import { joinPascalCase, nameWords } from '../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { readSchemaType } from '../../shared/schema-value.ts'
import { singular } from '../../shared/singular.ts'
import meanings from './words/meanings.json' with { type: 'json' }

type Meanings = Readonly<Record<string, SemanticType>>

const BY_FORMAT = meanings.by_format as Meanings

/** Words of a name that tell what a text means; the last word that tells wins: `sender_email_address` is an email. */
const TEXT_WORDS = meanings.text_words as Meanings
const NUMBER_WORDS = meanings.number_words as Meanings

function inferByWords(name: string, words: Meanings): SemanticType | undefined {
  const nameParts = nameWords(name)
  if (nameParts.at(-1) === 'at' && nameParts.length > 1 && words === TEXT_WORDS) return 'datetime'
  for (const word of [...nameParts].reverse()) {
    const one = singular(word)
    const type = Object.hasOwn(words, word) ? words[word] : Object.hasOwn(words, one) ? words[one] : undefined
    if (type !== undefined) return type
  }
  return undefined
}

/** Texts of schemas that give a moment or a day as their example, whatever they are called. */
const BY_EXAMPLE: readonly (readonly [RegExp, SemanticType])[] = [
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d/, 'datetime'],
  [/^\d{4}-\d\d-\d\d$/, 'date'],
]

const inferByExample = ({ examples }: JsonObject): SemanticType | undefined =>
  BY_EXAMPLE.find(([form]) => form.test(String([examples ?? []].flat()[0])))?.[1]

/** Whose id a name says it is: `hotelId` that of a hotel, as is the `id` of an item of `hotels`. */
function inferEntityId(name: string, owner: string): SemanticType | undefined {
  const words = nameWords(name)
  if (words.at(-1) !== 'id') return undefined
  const whose = words.length > 1 ? words.slice(0, -1) : nameWords(owner)
  if (whose.length === 0) return undefined
  return `id:${joinPascalCase([...whose.slice(0, -1), singular(whose.at(-1) ?? '')])}`
}

function inferMeaning(name: string, schema: JsonObject, owner: string): SemanticType | undefined {
  if (Array.isArray(schema.enum) || 'const' in schema) return 'enum'
  const type = readSchemaType(schema)
  const entityId = type === 'string' || type === 'integer' ? inferEntityId(name, owner) : undefined
  if (entityId !== undefined) return entityId
  switch (type) {
    case 'boolean':
      return 'boolean'
    case 'integer':
      return inferByWords(name, NUMBER_WORDS) ?? 'count'
    case 'number':
      return inferByWords(name, NUMBER_WORDS) ?? 'number'
    case 'string':
      return (
        BY_FORMAT[String(schema.format)] ??
        inferByExample(schema) ??
        inferByWords(name, TEXT_WORDS) ??
        'label'
      )
    case 'array': {
      const items = isObject(schema.items) ? readSchemaType(schema.items) : undefined
      if (items === 'number' || items === 'integer') return 'numbers'
      return items === 'string' ? 'texts' : 'records'
    }
    default:
      return undefined
  }
}

function annotate(name: string, schema: Json, owner = ''): Json {
  if (!isObject(schema)) return schema
  const annotated: JsonObject = { ...schema }
  if (isObject(schema.properties)) {
    annotated.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, child]) => [key, annotate(key, child, name)]),
    )
  }
  // The items of `recipient_emails` are emails.
  if (isObject(schema.items)) annotated.items = annotate(name, schema.items, owner)
  if (annotated[SEMANTIC_KEY] === undefined && name !== '') {
    const meaning = inferMeaning(name, schema, owner)
    if (meaning !== undefined) annotated[SEMANTIC_KEY] = meaning
  }
  return annotated
}

/**
 * A schema that says under `x-semantic` what every value means: as declared, else inferred from the format, the words of
 * the name and the JSON type. What cannot be told is a `label`.
 */
export const addMeanings = (schema: JsonObject): JsonObject => annotate('', schema) as JsonObject

/** A tool whose schemas say what every value means. */
export const inferTypes = (tool: Tool): Tool => ({
  ...tool,
  inputSchema: addMeanings(tool.inputSchema as JsonObject),
  outputSchema: addMeanings(tool.outputSchema as JsonObject),
})
