import { knowsNull } from '../../../schema/nullable.ts'
import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import {
  dropUndefinedFields,
  isObject,
  type Json,
  type JsonObject,
  readObject,
} from '../../../shared/json.ts'
import { addMeanings } from '../infer-types.ts'

const readList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** The values that a schema lists; none where it takes others too. */
const listMembers = (schema: JsonObject): Json[] =>
  schema.const === undefined ? readList(schema.enum) : [schema.const]

/**
 * Arguments that are a choice between objects, with the fields of all options under `properties`, where the scorer, the
 * audit and suites look for a parameter. A listed field demands no more than the choice does.
 */
export function mergeChoiceFields(input: JsonObject): JsonObject {
  const options = [...readList(input.anyOf), ...readList(input.oneOf)].filter(isObject).map(addMeanings)
  const fields = options.map(({ properties }) => readObject(properties))
  const names = new Set(fields.flatMap((one) => Object.keys(one)))
  if (names.size === 0) return input
  const listed = [...names].map((name): [string, Json] => {
    const schemas = fields.flatMap((one) => (isObject(one[name]) ? [one[name]] : []))
    const members = schemas.map(listMembers)
    const isClosed = members.length === options.length && members.every(({ length }) => length > 0)
    const { description, [SEMANTIC_KEY]: meaning } = schemas[0] ?? {}
    const known = dropUndefinedFields({ description, [SEMANTIC_KEY]: meaning })
    if (isClosed) return [name, { ...known, enum: [...new Set(members.flat())] }]
    // A null that no option knows counts as left out, any other null stays.
    return [name, schemas.some(knowsNull) ? { ...known, anyOf: [{ type: 'null' }, {}] } : known]
  })
  return { ...input, properties: { ...Object.fromEntries(listed), ...readObject(input.properties) } }
}
