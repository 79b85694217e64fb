import { knowsNull } from '../../../schema/nullable.ts'
import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { defined, isObject, type Json, type JsonObject, objectOf } from '../../../shared/json.ts'
import { withMeanings } from '../infer-types.ts'

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** The values that a schema lists; none where it takes others too. */
const membersOf = (schema: JsonObject): Json[] =>
  schema.const === undefined ? listOf(schema.enum) : [schema.const]

/**
 * Arguments that are a choice between objects, with the fields of all options under `properties`, where the scorer, the
 * audit and suites look for a parameter. A listed field demands no more than the choice does.
 */
export function withChoiceFields(input: JsonObject): JsonObject {
  const options = [...listOf(input.anyOf), ...listOf(input.oneOf)].filter(isObject).map(withMeanings)
  const fields = options.map(({ properties }) => objectOf(properties))
  const names = new Set(fields.flatMap((one) => Object.keys(one)))
  if (names.size === 0) return input
  const listed = [...names].map((name): [string, Json] => {
    const schemas = fields.flatMap((one) => (isObject(one[name]) ? [one[name]] : []))
    const members = schemas.map(membersOf)
    const isClosed = members.length === options.length && members.every(({ length }) => length > 0)
    const { description, [SEMANTIC_KEY]: meaning } = schemas[0] ?? {}
    const known = defined({ description, [SEMANTIC_KEY]: meaning })
    if (isClosed) return [name, { ...known, enum: [...new Set(members.flat())] }]
    // A null that no option knows counts as left out, any other null stays.
    return [name, schemas.some(knowsNull) ? { ...known, anyOf: [{ type: 'null' }, {}] } : known]
  })
  return { ...input, properties: { ...Object.fromEntries(listed), ...objectOf(input.properties) } }
}
