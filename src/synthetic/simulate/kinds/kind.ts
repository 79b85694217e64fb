import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { nameWords, singular } from '../../../toolkit/names.ts'
import { stemsOf } from '../../rules/words.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../toolkit/toolkit.ts'
import { schemasOf } from '../json-schema.ts'
import { collectionName, idNameOf } from './id-name.ts'
import { roleOf, type ToolRole } from './tool-role.ts'

/** A field of the records of a kind. */
export interface KindField {
  /** Its name in the records. */
  field: string
  schema: JsonObject
}

/** A kind of thing that tools of a toolkit make, show, change and remove, so that what they say of it has to agree. */
export interface ThingKind {
  name: string
  collection: string
  idField: string
  idSchema: JsonObject
  /** Whether the toolkit's state has no such things, so that those of a world are drawn. */
  isDrawn: boolean
  /** Fields but for the id, by the name that all tools' names for them come down to. */
  fields: ReadonlyMap<string, KindField>
  roles: readonly ToolRole[]
}

const BEFORE: ReadonlySet<string> = new Set(['new', 'updated', 'current'])

/** What names of one field come down to: `status` of `new_status`, of `ticket_status` and of `status`. */
export function plainField(name: string, kind: string): string {
  let words = [...nameWords(name)]
  if (BEFORE.has(words[0] ?? '') && words.length > 1) words = words.slice(1)
  const own = nameWords(kind)
  if (words.length > own.length && own.every((word, i) => words[i] === word)) words = words.slice(own.length)
  return words.join('_')
}

/** The field of which a list holds one value a thing: `title` for `titles`. */
export function listedField(name: string, kind: string): string {
  const words = nameWords(name)
  return plainField([...words.slice(0, -1), singular(words.at(-1) ?? '')].join('_'), kind)
}

/** Names that speak of the call and not of a thing. */
const OF_THE_CALL =
  /^(?:success|successful|found|message|error|valid|query|retrieved_at|last_accessed|timestamp|(?:(?:total|result|item)s?_?)?(?:count|total)|limit|offset|page|has_more|sort_by|sort_order|include_\w+)$/

const propertiesOf = (schema: Json | undefined): JsonObject =>
  isObject(schema) && isObject(schema.properties) ? schema.properties : {}

type Said = readonly [plain: string, schema: JsonObject]

/** What a tool says of the fields of its kind. */
function saidBy({ tool, action, kind, items, output, parameter }: ToolRole): Said[] {
  const { inputSchema, outputSchema } = schemasOf(tool)
  const [inputs, outputs] = [propertiesOf(inputSchema), propertiesOf(outputSchema)]
  const named = (fields: JsonObject): Said[] =>
    Object.entries(fields).flatMap(([name, schema]) =>
      isObject(schema) && name !== parameter && name !== output
        ? [[plainField(name, kind), schema] as const]
        : [],
    )
  switch (action) {
    case 'create':
    case 'update':
      return named(inputs)
    case 'read':
      return named(outputs)
    case 'list': {
      if (items !== undefined) {
        const list = outputs[items.output]
        const own = propertiesOf(isObject(list) ? list.items : undefined)
        return named(Object.fromEntries(Object.entries(own).filter(([name]) => name !== items.id)))
      }
      return Object.entries(outputs).flatMap(([name, schema]) =>
        isObject(schema) && isObject(schema.items) && schema.items.type !== 'object' && name !== output
          ? [[listedField(name, kind), schema.items] as const]
          : [],
      )
    }
    default:
      return []
  }
}

const NO_CHOICE = /^(?:none|any|all|)$/i

/** A schema as a field of a thing has it: without defaults, and without options that stand for no choice. */
function fieldSchema({ default: _, enum: options, ...schema }: JsonObject): JsonObject {
  if (!Array.isArray(options)) return schema
  const own = options.filter((option) => !(typeof option === 'string' && NO_CHOICE.test(option)))
  return own.length === 0 ? schema : { ...schema, enum: own }
}

/** Whether two schemas can be said of one value. */
export const isOneType = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (a === 'integer' && b === 'number')

/** The fields of all tools; where two speak of one, the schema with options, and those that both have. */
function drawnFields(roles: readonly ToolRole[], idField: string): Map<string, KindField> {
  const fields = new Map<string, KindField>()
  for (const [plain, said] of roles.flatMap(saidBy)) {
    if (plain === '' || plain === 'id' || plain === idField || OF_THE_CALL.test(plain)) continue
    const schema = fieldSchema(said)
    const known = fields.get(plain)
    if (known === undefined) fields.set(plain, { field: plain, schema })
    else if (isOneType(schema.type, known.schema.type))
      fields.set(plain, { field: plain, schema: bothOf(known.schema, schema) })
  }
  return fields
}

function bothOf(a: JsonObject, b: JsonObject): JsonObject {
  const [one, other] = [a.enum, b.enum]
  if (!Array.isArray(one) || !Array.isArray(other))
    return { ...b, ...a, ...(Array.isArray(other) ? { enum: other } : {}) }
  const common = one.filter((option) => other.includes(option))
  return { ...b, ...a, enum: common.length > 0 ? common : one }
}

interface Given {
  collection: string
  idField: string
  records: readonly JsonObject[]
}

/** The things of a kind that the toolkit's state holds. */
function givenIn(state: JsonObject, kind: string): Given | undefined {
  const wanted = stemsOf(nameWords(kind).join('_')).join(' ')
  const parts = [state, ...Object.values(state).filter(isObject)]
  for (const part of parts) {
    for (const [collection, value] of Object.entries(part)) {
      if (stemsOf(collection).join(' ') !== wanted || typeof value !== 'object' || value === null) continue
      const records = Object.values(value).filter(isObject)
      if (records.length === 0 || records.length < Object.values(value).length) continue
      const idField = Object.keys(records[0] ?? {}).find((name) => {
        const said = idNameOf(name)
        return said !== undefined && !said.isList && (said.kind === kind || said.kind === '')
      })
      if (idField === undefined || !records.every((record) => Object.hasOwn(record, idField))) continue
      return { collection, idField, records }
    }
  }
  return undefined
}

const typeOfAll = (values: readonly (Json | undefined)[]): string | undefined => {
  const types = new Set(
    values.map((value) =>
      Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value,
    ),
  )
  if (types.size === 1) return [...types][0]
  return [...types].every((type) => type === 'integer' || type === 'number') ? 'number' : undefined
}

function givenFields({ records, idField }: Given, kind: string): Map<string, KindField> {
  const names = Object.keys(records[0] ?? {}).filter((name) => name !== idField)
  return new Map(
    names.flatMap((field) => {
      const type = typeOfAll(records.map((record) => record[field]))
      return type === undefined ? [] : [[plainField(field, kind), { field, schema: { type } }] as const]
    }),
  )
}

/** Whether a tool takes the id of a thing of the kind. */
const takes = ({ parameters }: ToolSpec, kind: string): boolean =>
  parameters.some(({ name }) => idNameOf(name)?.kind === kind)

const idSchemaOf = ({ tool, parameter, output }: ToolRole): JsonObject => {
  const field =
    tool.parameters.find(({ name }) => name === parameter) ?? tool.outputs.find(({ name }) => name === output)
  return { type: (field?.items ?? field)?.type === 'integer' ? 'integer' : 'string' }
}

function kindOf(
  name: string,
  roles: readonly ToolRole[],
  { state, tools }: SyntheticToolkit,
): ThingKind | undefined {
  const others = tools.filter((tool) => !roles.some((role) => role.tool === tool) && takes(tool, name))
  // What no tool makes, lists or removes may be anywhere else: nothing is then said of what is not there.
  const isManaged = roles.some(
    ({ action }) => action === 'create' || action === 'list' || action === 'delete',
  )
  if (!isManaged || roles.length + others.length < 2) return undefined
  const given = givenIn(state, name)
  if (given !== undefined) {
    const idType = typeOfAll(given.records.map((record) => record[given.idField])) ?? 'string'
    const { collection, idField } = given
    return {
      name,
      collection,
      idField,
      idSchema: { type: idType },
      isDrawn: false,
      fields: givenFields(given, name),
      roles,
    }
  }
  const collection = collectionName(name)
  if (Object.hasOwn(state, collection)) return undefined
  const idField = `${nameWords(name).join('_')}_id`
  const [first] = roles
  const idSchema = first === undefined ? { type: 'string' } : idSchemaOf(first)
  return { name, collection, idField, idSchema, isDrawn: true, fields: drawnFields(roles, idField), roles }
}

/** The kinds of things that the tools of a toolkit deal in. */
export function kindsOf(toolkit: SyntheticToolkit): ThingKind[] {
  const groups = groupBy(toolkit.tools.flatMap((tool) => roleOf(tool) ?? []))
  return [...groups].flatMap(([name, roles]) => kindOf(name, roles, toolkit) ?? [])
}

function groupBy(roles: readonly ToolRole[]): Map<string, ToolRole[]> {
  const groups = new Map<string, ToolRole[]>()
  for (const role of roles) groups.set(role.kind, [...(groups.get(role.kind) ?? []), role])
  return groups
}
