import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Entity } from '../../../toolkit/toolkit.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../toolkit/toolkit.ts'
import { findTool } from '../../validate/validate.ts'
import { argumentOf } from '../arguments.ts'
import { idNameOf } from './id-name.ts'
import { isOneType, listedField, plainField, type ThingKind } from './kind.ts'
import type { ToolRole } from './tool-role.ts'

/** The kind as the entity store of imported tools has it. */
export const entityOf = ({ idField, idSchema, fields }: ThingKind): Entity => ({
  schema: {
    type: 'object',
    properties: {
      [idField]: idSchema,
      ...Object.fromEntries([...fields.values()].map(({ field, schema }) => [field, schema])),
    },
  },
  id: idField,
  idSchema,
  scope: [],
})

const typeOf = (value: Json): string => {
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** What a recorded value says of a field; nothing where it is of another type. */
function fieldSaid(plain: string, value: Json | undefined, { fields }: ThingKind): [string, Json][] {
  const found = fields.get(plain)
  if (found === undefined || value === undefined || value === null) return []
  return isOneType(typeOf(value), found.schema.type) ? [[found.field, value]] : []
}

const shownFields = (values: JsonObject, kind: ThingKind): JsonObject =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => fieldSaid(plainField(name, kind.name), value, kind)),
  )

type Told = readonly [id: Json, fields: JsonObject]

/** What a recorded call of a tool with a role tells of things that were there before it. */
function toldBy(
  { action, parameter, output, items }: ToolRole,
  args: JsonObject,
  result: JsonObject,
  kind: ThingKind,
): Told[] {
  if (action === 'read' && parameter !== undefined)
    return args[parameter] === undefined ? [] : [[args[parameter], shownFields(result, kind)]]
  if (action !== 'list') return []
  if (items !== undefined) {
    const list = result[items.output]
    return (Array.isArray(list) ? list : []).flatMap((one): Told[] => {
      const id = isObject(one) ? one[items.id] : undefined
      return isObject(one) && id !== undefined ? [[id, shownFields(one, kind)]] : []
    })
  }
  const ids = result[output ?? '']
  if (!Array.isArray(ids)) return []
  return ids.map((id, i) => {
    const fields = Object.entries(result).flatMap(([name, list]) =>
      Array.isArray(list) && list.length === ids.length && name !== output
        ? fieldSaid(listedField(name, kind.name), list[i], kind)
        : [],
    )
    return [id, Object.fromEntries(fields)]
  })
}

/** Ids of the kind among the values of these names. */
const idsIn = (values: JsonObject, kind: string): Json[] =>
  Object.entries(values).flatMap(([name, value]) => (idNameOf(name)?.kind === kind ? [value].flat() : []))

/** Values that a call has, its defaults included. */
const withDefaults = (args: JsonObject, tool: ToolSpec): JsonObject =>
  Object.fromEntries(
    tool.parameters.flatMap(({ name }) => {
      const value = argumentOf(args, name, tool)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

/** What the recorded calls of a toolkit tell of the things of a kind, by id. */
export function knownThings(kind: ThingKind, { known, tools }: SyntheticToolkit): Map<Json, JsonObject> {
  const things = new Map<Json, JsonObject>()
  const type = String(kind.idSchema.type)
  const tell = ([id, fields]: Told): void => {
    if (isOneType(typeOf(id), type)) things.set(id, { ...fields, ...things.get(id) })
  }
  for (const { tool: name, args, output } of known) {
    const tool = findTool(name, tools)
    if (tool === undefined || !isObject(args) || !isObject(output)) continue
    const role = kind.roles.find((one) => one.tool.id === tool.id)
    if (role !== undefined) for (const told of toldBy(role, args, output, kind)) tell(told)
    const isMade = role?.action === 'create'
    const ids = [...idsIn(withDefaults(args, tool), kind.name), ...(isMade ? [] : idsIn(output, kind.name))]
    const own = role?.parameter === undefined ? undefined : args[role.parameter]
    for (const id of own === undefined ? ids : [own, ...ids]) tell([id, {}])
  }
  return things
}
