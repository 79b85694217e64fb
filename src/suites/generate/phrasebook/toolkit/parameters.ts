import { isEntityId, SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import { nameWords } from '../../../../shared/english.ts'
import { isObject, type JsonObject } from '../../../../shared/json.ts'
import { schemaTypeOf } from '../../../../shared/schema-value.ts'
import words from '../../../../tools/content/requests/own-tools.json' with { type: 'json' }
import type { Simulator } from '../../../../tools/define-simulator.ts'
import { idStem } from '../../../../tools/imported/import/id-fields.ts'
import { isTelling } from '../../../../tools/imported/simulate/values.ts'
import type { Entity, ImportedTool } from '../../../../tools/imported/toolkit.ts'
import { isOwnId, type KnownThings } from './known-things.ts'

/** A parameter that requests state. */
export interface ImportedParameter {
  name: string
  schema: JsonObject
  /** Whether every request states it; others do now and then. */
  isRequired: boolean
}

const SECRETS: ReadonlySet<string> = new Set(words.secrets)
/** Parameters that only say how a list is cut. */
const PAGING =
  /^(?:limit|offset|page|size|perpage|pagesize|cursor|sort|order|sortby|orderby|fields|include|q|query|search)$/

export const propertiesOf = (schema: JsonObject): [string, JsonObject][] =>
  Object.entries(isObject(schema.properties) ? schema.properties : {}).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]),
  )

export const isSecret = (name: string): boolean => nameWords(name).some((word) => SECRETS.has(word))
export const isScalar = (schema: JsonObject): boolean =>
  ['string', 'integer', 'number', 'boolean'].includes(schemaTypeOf(schema) ?? '')
const isListOfTexts = (schema: JsonObject): boolean =>
  schemaTypeOf(schema) === 'array' && isObject(schema.items) && schemaTypeOf(schema.items) === 'string'
const isFile = ({ format }: JsonObject): boolean => format === 'binary'

const canBeStated = (name: string, schema: JsonObject): boolean =>
  (isScalar(schema) || isListOfTexts(schema)) && !isSecret(name) && /^\w+$/.test(name)

/** Values of which a filter has few: those of the parameter, or of its items. */
const isOfFew = (schema: JsonObject): boolean =>
  Array.isArray(schema.enum) || (isObject(schema.items) && Array.isArray(schema.items.enum))

/** A parameter's schema with the few values that the field of its name has, where it says none of its own. */
function withValuesOfField(name: string, schema: JsonObject, entity: Entity | undefined): JsonObject {
  const properties = entity?.schema.properties
  const field = isObject(properties) ? properties[name] : undefined
  return isObject(field) && Array.isArray(field.enum) && !isOfFew(schema) && isScalar(schema)
    ? { ...schema, enum: field.enum }
    : schema
}

/** Filters of a list of which no thing has a name: one of few values finds some in every world, others may find none. */
function filtersOf(
  parameters: readonly ImportedParameter[],
  entity: Entity,
): ImportedParameter[] | undefined {
  const properties = isObject(entity.schema.properties) ? entity.schema.properties : {}
  const isScope = ({ name }: ImportedParameter): boolean => entity.scope.includes(name)
  const isFilter = ({ name, schema }: ImportedParameter): boolean =>
    isOfFew(schema) && Object.hasOwn(properties, name)
  const usable = parameters.filter((one) => isScope(one) || isFilter(one))
  if (parameters.some((one) => one.isRequired && !usable.includes(one))) return undefined
  // A list of values to search for is a question of its own: requests search for one.
  return usable.map((one) => (isScope(one) ? one : { ...one, schema: { ...one.schema, maxItems: 1 } }))
}

/** Whether a request states a parameter that may be left out. */
function isWorthStating(tool: ImportedTool, name: string, schema: JsonObject): boolean {
  if (tool.effect === 'read' || !isScalar(schema) || schemaTypeOf(schema) === 'boolean') return false
  // Nobody gives a thing that there is another id.
  const isItsId = String(schema[SEMANTIC_KEY] ?? '').startsWith(`id:${tool.entity}`)
  return !isItsId && !PAGING.test(name) && isTelling(schema, name)
}

/** Parameters that requests state; undefined where one that must be given is none that a person would state. */
export function statedParameters(
  tool: ImportedTool,
  simulator: Simulator,
  known: KnownThings,
): ImportedParameter[] | undefined {
  const input = simulator.inputSchema as JsonObject
  const required = new Set(Array.isArray(input.required) ? input.required : [])
  const entity = known.entityOf(tool.entity)
  const key = tool.kind === 'list' ? entity?.key : undefined
  const properties = propertiesOf(input)
  if (properties.some(([, schema]) => isFile(schema))) return undefined
  const isSearched = key !== undefined && properties.some(([name]) => name === key)
  const parameters: ImportedParameter[] = []
  for (const [name, own] of properties) {
    const schema = withValuesOfField(name, own, entity)
    const isChosen = tool.kind === 'create' && name === entity?.id && idStem(name) === undefined
    // What a new thing belongs to is said, whether or not it must be.
    const meaning = schema[SEMANTIC_KEY]
    const belongs =
      tool.kind === 'create' &&
      isEntityId(meaning) &&
      !isOwnId(tool, schema) &&
      known.entityOf(meaning.slice(3)) !== undefined
    const isRequired = required.has(name) || (isSearched && name === key) || isChosen || belongs
    if (!canBeStated(name, schema)) {
      if (isRequired) return undefined
      continue
    }
    const isFilter = tool.kind === 'list' && !isSearched && isOfFew(schema)
    if (isRequired || isFilter || isWorthStating(tool, name, schema))
      parameters.push({ name, schema, isRequired })
  }
  return tool.kind === 'list' && !isSearched && entity !== undefined
    ? filtersOf(parameters, entity)
    : parameters
}
