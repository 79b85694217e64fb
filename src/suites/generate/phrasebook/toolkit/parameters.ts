import { isEntityId, SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import { joinPascalCase, nameWords } from '../../../../shared/english.ts'
import { isObject, type JsonObject } from '../../../../shared/json.ts'
import { isSecretName } from '../../../../shared/redact/secret-name.ts'
import { readSchemaType } from '../../../../shared/schema-value.ts'
import { singular } from '../../../../shared/singular.ts'
import type { Simulator } from '../../../../tools/define-simulator.ts'
import { readIdStem } from '../../../../tools/imported/import/id-fields.ts'
import { isPaging, readUsualPageSize } from '../../../../tools/imported/simulate/pages.ts'
import { findScopeField } from '../../../../tools/imported/simulate/population.ts'
import { isPast } from '../../../../tools/imported/simulate/texts.ts'
import { isDecisive } from '../../../../tools/imported/simulate/values.ts'
import type { Entity, ImportedTool } from '../../../../tools/imported/toolkit.ts'
import { type ImportedParameter, isOwnId, type KnownThings } from './known-things.ts'
import { hasLoneLetter, isOpenEnded } from './labels.ts'

/** Why no request speaks of a tool, and what would change that. */
export interface Lack {
  /** What the tool lacks, in words. */
  lacks: string
  /** What to add to its description or schema. */
  add: string
}

export const listProperties = (schema: JsonObject): [string, JsonObject][] =>
  Object.entries(isObject(schema.properties) ? schema.properties : {}).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]),
  )

/** Whether a value is none that people say to each other: a credential, or bytes. */
export const isOpaque = (name: string, { format, writeOnly }: JsonObject): boolean =>
  writeOnly === true || /^(?:password|byte|binary)$/.test(String(format)) || isSecretName(name)

export const isScalar = (schema: JsonObject): boolean =>
  ['string', 'integer', 'number', 'boolean'].includes(readSchemaType(schema) ?? '')
const isListOfTexts = (schema: JsonObject): boolean =>
  readSchemaType(schema) === 'array' && isObject(schema.items) && readSchemaType(schema.items) === 'string'

/** What tells which values a parameter takes: of a part of a path the kind of thing that the part before it names. */
function describeValueSource({ route }: ImportedTool, name: string): string {
  const parts = (route?.on ?? '').split('/')
  const words = nameWords(parts[parts.indexOf(`:${name}`) - 1] ?? '')
  if (words.length === 0) return `an example, enum or format of "${name}"`
  const kind = joinPascalCase([...words.slice(0, -1), singular(words.at(-1) ?? '')])
  return `the kind of thing, in the corrections: "inputs": { "/${name}": "id:${kind}" }`
}

/** Most letters in a row that a person copies into a request: the bytes of a picture have more. */
const MAX_WORD_LENGTH = 80

const hasLongExample = ({ examples }: JsonObject): boolean =>
  Array.isArray(examples) && examples.some((one) => new RegExp(`\\S{${MAX_WORD_LENGTH}}`).test(String(one)))

/** Whether a number stands for one of several things that have no names, such as a carrier. */
const isNumberedChoice = (schema: JsonObject): boolean =>
  Array.isArray(schema.enum) && schema.enum.length > 2 && schema.enum.every((one) => typeof one === 'number')

const isKindName = (name: string): boolean => /^(?:type|kind)$/.test(nameWords(name).at(-1) ?? '')

/** Whether a text is one of some types or codes that the schema does not tell: nobody makes one up. */
const isOpenCode = (name: string, schema: JsonObject): boolean =>
  readSchemaType(schema) === 'string' &&
  !['enum', 'examples', 'const', 'pattern'].some((key) => key in schema) &&
  (isKindName(name) || (schema[SEMANTIC_KEY] === 'country' && nameWords(name).at(-1) === 'code'))

/** Why no request states a parameter; undefined where one can. */
function explainUnstated(tool: ImportedTool, name: string, schema: JsonObject): Lack | undefined {
  if (isOpaque(name, schema))
    return { lacks: `"${name}" is a credential, or bytes`, add: 'a security scheme instead' }
  if (tool.route?.headers.includes(name))
    return {
      lacks: `"${name}" is a header that no person states`,
      add: 'a default or an example of it in the document',
    }
  const isOneOrTexts = isScalar(schema) || (isListOfTexts(schema) && name !== tool.id)
  if (!isOneOrTexts || !/^\w+$/.test(name))
    return { lacks: `"${name}" is an object or a list`, add: 'its fields one by one' }
  const one = readSchemaType(schema) === 'array' && isObject(schema.items) ? schema.items : schema
  if (tool.kind === 'delete' && one.format === 'date-time')
    return { lacks: `"${name}" is a moment that no person states of what is to be removed`, add: 'a default' }
  if (one !== schema && one[SEMANTIC_KEY] === 'text')
    return { lacks: `"${name}" is a list of any texts`, add: 'an enum or examples of its items' }
  // A whole body that is a number has no name.
  if (name === 'body' && readSchemaType(schema) !== 'string')
    return { lacks: 'the values of its body are unknown', add: 'an object with a field for each value' }
  // Of a thing to be made or changed any number may be told.
  const isAmount = /^(?:integer|number)$/.test(readSchemaType(one) ?? '') && readIdStem(name) === undefined
  if (
    isOpenCode(name, one) ||
    isNumberedChoice(one) ||
    hasLongExample(one) ||
    (!isDecisive(one, name) && (tool.effect === 'read' || !isAmount))
  )
    return { lacks: `the values of "${name}" are unknown`, add: describeValueSource(tool, name) }
  return undefined
}

/** Values of which a filter has few: those of the parameter, or of its items. */
const isOfFew = (schema: JsonObject): boolean =>
  Array.isArray(schema.enum) || (isObject(schema.items) && Array.isArray(schema.items.enum))

/** A parameter's schema with the few values that the field of its name has, where it says none of its own. */
function takeValuesOfField(name: string, schema: JsonObject, entity: Entity | undefined): JsonObject {
  const properties = entity?.schema.properties
  const field = isObject(properties) ? properties[name] : undefined
  return isObject(field) && Array.isArray(field.enum) && !isOfFew(schema) && isScalar(schema)
    ? { ...schema, enum: field.enum }
    : schema
}

/** Filters of a list of which no thing has a name: one of few values finds some in every world, others may find none. */
function findFilters(parameters: readonly ImportedParameter[], entity: Entity): ImportedParameter[] | Lack {
  const properties = isObject(entity.schema.properties) ? entity.schema.properties : {}
  const isScope = ({ name }: ImportedParameter): boolean => entity.scope.includes(name)
  const isFilter = ({ name, schema }: ImportedParameter): boolean =>
    isOfFew(schema) && Object.hasOwn(properties, name)
  const usable = parameters.filter((one) => isScope(one) || isFilter(one))
  const other = parameters.find((one) => one.isRequired && !usable.includes(one))
  if (other !== undefined)
    return { lacks: `a search for "${other.name}" may find nothing`, add: `an enum of "${other.name}"` }
  // A list of values to search for is a question of its own: requests search for one.
  return usable.map((one) => (isScope(one) ? one : { ...one, schema: { ...one.schema, maxItems: 1 } }))
}

/** Whether a field of a thing says what its path says: the recipe of a note in a recipe. */
export const isNamedByPath = (name: string, entity: Entity | undefined): boolean =>
  entity?.scope.some((parameter) => parameter === name || findScopeField(parameter, entity) === name) ?? false

/** Whether a request states a parameter that may be left out. */
function isWorthStating(tool: ImportedTool, name: string, schema: JsonObject, known: KnownThings): boolean {
  const entity = known.findEntity(tool.entity)
  if (
    tool.effect === 'read' ||
    tool.kind === 'delete' ||
    known.commonParameters.has(name) ||
    !isScalar(schema) ||
    readSchemaType(schema) === 'boolean'
  )
    return false
  // Nobody gives a thing that there is another id, or one of nothing, or makes up what a text of any kind says.
  const meaning = String(schema[SEMANTIC_KEY] ?? '')
  const isItsId =
    meaning.startsWith(`id:${tool.entity}`) || name === entity?.id || isNamedByPath(name, entity)
  // What a change takes beside fields of the thing, such as the format of the answer, is not asked for.
  const isElsewhere =
    tool.kind === 'update' &&
    entity !== undefined &&
    !listProperties(entity.schema).some(([field]) => field === name)
  const isUnknown =
    isEntityId(meaning) &&
    (known.findEntity(meaning.slice(3)) === undefined || isOpenEnded(known.findRole(name, meaning.slice(3))))
  // Nobody makes a template with a template, or says of which kind a new thing is where a call may leave it out.
  const isItself = tool.kind === 'create' && known.speak(name, schema) === known.findNoun(tool.entity ?? '')
  const isFreeKind = tool.kind !== 'update' && isOfFew(schema) && isKindName(name)
  return (
    !isItsId &&
    !isUnknown &&
    !isFreeKind &&
    !isItself &&
    !isElsewhere &&
    !isOpenCode(name, schema) &&
    !isNumberedChoice(schema) &&
    !hasLongExample(schema) &&
    meaning !== 'text' &&
    // Where a thing is found, and when it was changed last, is told by its API.
    meaning !== 'url' &&
    !isPast(name) &&
    !isPaging(tool, name) &&
    !hasLoneLetter(known.speak(name, schema)) &&
    isDecisive(schema, name)
  )
}

/** Whether no other parameter is called the same: nobody sets the date and the date. */
const isCalledAlone = (
  { name, schema }: ImportedParameter,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): boolean =>
  parameters.every(
    (other) => other.name === name || known.speak(other.name, other.schema) !== known.speak(name, schema),
  )

/** Parameters that requests state, or why a person would not state one that must be given. */
export function selectStatedParameters(
  tool: ImportedTool,
  simulator: Simulator,
  known: KnownThings,
): ImportedParameter[] | Lack {
  const input = simulator.inputSchema as JsonObject
  const required = new Set(Array.isArray(input.required) ? input.required : [])
  const entity = known.findEntity(tool.entity)
  const key = tool.kind === 'list' ? entity?.key : undefined
  const properties = listProperties(input)
  const file = properties.find(([, { format }]) => format === 'binary')
  if (file !== undefined) return { lacks: `"${file[0]}" is a file`, add: 'a URL of the file instead' }
  // Where a list shows all things, nobody needs to search it.
  const isSearched =
    key !== undefined &&
    properties.some(([name]) => name === key) &&
    (required.has(key) || readUsualPageSize(tool) < known.population.computeSize(tool.entity ?? ''))
  // What a new thing belongs to is said, whether or not it must be.
  const isOther = ([name, schema]: readonly [string, JsonObject]): boolean =>
    tool.kind === 'create' &&
    isEntityId(schema[SEMANTIC_KEY]) &&
    !isOwnId(tool, schema) &&
    (required.has(name) || !isNamedByPath(name, entity)) &&
    known.findEntity(schema[SEMANTIC_KEY].slice(3)) !== undefined
  const others = properties.filter(isOther)
  const isNamedByKind = ([name, schema]: readonly [string, JsonObject]): boolean => {
    const kind = String(schema[SEMANTIC_KEY]).slice(3)
    return known.findRole(name, kind) === known.findNoun(kind)
  }
  const owner = others.find(([name]) => required.has(name)) ?? others.find(isNamedByKind)
  const parameters: ImportedParameter[] = []
  for (const [name, property] of properties) {
    const schema = takeValuesOfField(name, property, entity)
    const isChosen = tool.kind === 'create' && name === entity?.id && readIdStem(name) === undefined
    // Nobody makes a thing without a name.
    const isNewName = tool.kind === 'create' && (name === entity?.key || /^(?:name|title)$/i.test(name))
    const isRequired =
      required.has(name) || isNewName || (isSearched && name === key) || isChosen || name === owner?.[0]
    if (tool.kind === 'update' && isRequired && name === entity?.id && name !== tool.id)
      return { lacks: `"${name}" gives the thing its id once more`, add: 'nothing: leave it out of the body' }
    // Nobody knows which quarters there are, where no tool lists or makes any.
    const isUnknown =
      name === tool.id &&
      readIdStem(name) === undefined &&
      !known.isListedOrMade(tool.entity) &&
      !isDecisive({ type: schema.type ?? null, format: schema.format ?? null }, name)
    const why = isUnknown
      ? { lacks: `the values of "${name}" are unknown`, add: describeValueSource(tool, name) }
      : explainUnstated(tool, name, schema)
    if (why !== undefined) {
      if (isRequired) return why
      continue
    }
    const isFilter = tool.kind === 'list' && !isSearched && isOfFew(schema)
    if (isRequired || isFilter || isWorthStating(tool, name, schema, known))
      parameters.push({ name, schema, isRequired })
  }
  return tool.kind === 'list' && !isSearched && entity !== undefined
    ? findFilters(parameters, entity)
    : parameters.filter((one) => one.isRequired || isCalledAlone(one, parameters, known))
}
