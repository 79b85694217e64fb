import { bareName, nameWords, pascalCase, singular } from '../../../shared/english.ts'
import { isObject, type JsonObject } from '../../../shared/json.ts'
import type { ToolKind } from '../toolkit.ts'
import type { EntityDraft, Role } from './build.ts'
import { idStem } from './id-fields.ts'
import { bothOf, TYPE_NAME } from './json-schema.ts'
import type { Operation } from './operation.ts'
import { listsIn, objectsIn, resultSchemaOf } from './results.ts'
import { bareTool, VERBS } from './tool-verbs.ts'

/** Words of a name that are no part of the thing's name. */
const STOP = new Set(['a', 'all', 'an', 'by', 'details', 'id', 'info', 'new', 'of', 'the'])

const propertiesOf = (schema: JsonObject): JsonObject =>
  isObject(schema.properties) ? schema.properties : {}

interface Named {
  operation: Operation
  kind: Exclude<ToolKind, 'opaque'>
  noun: string
}

/** `get_open_orders` as a verb and the thing it is about. */
function named(operation: Operation): Named | undefined {
  const [verb = '', ...rest] = nameWords(bareTool(operation.name))
  const kind = VERBS[verb]
  const words = rest.filter((word) => !STOP.has(word))
  if (kind === undefined || words.length === 0) return undefined
  const isRead = operation.effect === 'read'
  if (isRead !== (kind === 'read' || kind === 'list') && operation.effect !== undefined) return undefined
  const noun = words.map((word, i) => (i === words.length - 1 ? singular(word) : word)).join(' ')
  const isPlural = singular(words.at(-1) ?? '') !== words.at(-1)
  return { operation, kind: kind === 'read' && isPlural ? 'list' : kind, noun }
}

/** The parameter that names one thing: `order_id`, `id`, or the only one that must be given. */
function idParameterOf({ operation: { input }, noun }: Named): string | undefined {
  const names = Object.keys(propertiesOf(input))
  const own = names.find((name) => bareName(idStem(name) ?? '-') === bareName(noun))
  const required = Array.isArray(input.required) ? input.required.map(String) : []
  return own ?? names.find((name) => idStem(name) === '') ?? (required.length === 1 ? required[0] : undefined)
}

/** A kind of thing, made of all that its tools say of it. */
function entityOf(
  noun: string,
  tools: readonly Named[],
): (EntityDraft & { tools: readonly Named[] }) | undefined {
  const single = tools.filter(({ kind }) => kind === 'read' || kind === 'update' || kind === 'delete')
  const parameter = single.map(idParameterOf).find((name) => name !== undefined)
  if (parameter === undefined || tools.length < 2) return undefined
  const outputs = tools.flatMap(({ operation, kind }) => {
    const { output } = resultSchemaOf(operation.output)
    return (kind === 'list' ? listsIn(output) : kind === 'delete' ? [] : objectsIn(output)).map(
      ({ schema }) => schema,
    )
  })
  const known = outputs.find((schema) => idIn(schema, parameter, noun) !== undefined)
  if (known !== undefined) {
    const schema = { ...known, [TYPE_NAME]: pascalCase(nameWords(noun)) }
    return {
      name: pascalCase(nameWords(noun)),
      schema,
      id: idIn(known, parameter, noun) as string,
      scope: [],
      aliases: [noun],
      tools,
    }
  }
  // No tool says what it returns: a thing is what can be said of it.
  const said = tools
    .filter(({ kind }) => kind === 'create' || kind === 'update')
    .map(({ operation }) => operation.input)
    .reduce<JsonObject>((all, { properties = {} }) => bothOf(all, { properties }), {})
  const idSchema = single.flatMap(({ operation }) => propertiesOf(operation.input)[parameter] ?? [])[0]
  const properties = { [parameter]: idSchema ?? { type: 'string' }, ...propertiesOf(said) }
  return {
    name: pascalCase(nameWords(noun)),
    schema: {
      type: 'object',
      properties,
      required: Object.keys(properties),
      [TYPE_NAME]: pascalCase(nameWords(noun)),
    },
    id: parameter,
    scope: [],
    aliases: [noun],
    tools,
  }
}

const idIn = (schema: JsonObject, parameter: string, noun: string): string | undefined =>
  Object.keys(propertiesOf(schema)).find((name) =>
    [bareName(parameter), `${bareName(noun)}id`, 'id'].includes(bareName(name)),
  )

/** What tools without addresses do, by their names: `get_order`, `list_orders`, `create_order`. */
export function shapeOfNames(operations: readonly Operation[]): {
  entities: EntityDraft[]
  roleOf: (operation: Operation) => Role
} {
  const groups = new Map<string, Named[]>()
  for (const operation of operations) {
    const one = named(operation)
    if (one !== undefined) groups.set(one.noun, [...(groups.get(one.noun) ?? []), one])
  }
  const found = [...groups].flatMap(([noun, tools]) => entityOf(noun, tools) ?? [])
  const roles = new Map<Operation, Role>()
  for (const entity of found) for (const tool of entity.tools) roles.set(tool.operation, roleIn(tool, entity))
  return {
    entities: found.map(({ tools: _, ...entity }) => entity),
    roleOf: (operation) => roles.get(operation) ?? { kind: 'opaque', ...unsaid(operation) },
  }
}

/** What a tool returns that says nothing of it and about whose shape nothing is known. */
const unsaid = ({ output }: Operation): { output?: JsonObject } =>
  Object.keys(output).length > 0
    ? {}
    : { output: { type: 'object', properties: { ok: { type: 'boolean', const: true } }, required: ['ok'] } }

function roleIn(tool: Named, entity: EntityDraft): Role {
  const { kind, operation } = tool
  const isSilent = Object.keys(operation.output).length === 0
  const { output } = resultSchemaOf(operation.output)
  if (kind === 'list') {
    const at = isSilent ? '/items' : listsIn(output)[0]?.at
    if (at === undefined) return { kind: 'opaque' }
    return {
      kind,
      entity: entity.name,
      at,
      ...(isSilent
        ? {
            output: {
              type: 'object',
              properties: { items: { type: 'array', items: entity.schema } },
              required: ['items'],
            },
          }
        : {}),
    }
  }
  const id = kind === 'create' ? undefined : idParameterOf(tool)
  if (kind !== 'create' && id === undefined) return { kind: 'opaque', ...unsaid(operation) }
  const role = { kind, entity: entity.name, ...(id === undefined ? {} : { id }) }
  if (kind === 'delete') return isSilent ? { ...role, ...unsaid(operation) } : role
  if (isSilent) return { ...role, at: '', output: entity.schema }
  const place = objectsIn(output).find(({ schema }) => entity.id in propertiesOf(schema))
  if (place !== undefined) return { ...role, at: place.at }
  return kind === 'read' ? { kind: 'opaque' } : role
}
