import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import type { Effect } from '../../../schema/tool.ts'
import { nameWords } from '../../../shared/english.ts'
import { dropUndefinedFields, isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { listEnvironmentSecrets } from '../../../shared/redact/active.ts'
import { Redactor } from '../../../shared/redact/redactor.ts'
import { readSchemaType } from '../../../shared/schema-value.ts'
import { fitsSchema } from '../../validator-of.ts'
import { findWrongFormat } from '../simulate/formats.ts'
import { isPartOfPersonalName, isPersonal } from '../simulate/texts.ts'
import type { Entity, ImportedTool, ToolKind, Toolkit } from '../toolkit.ts'
import { addIdTypes, EntityKinds } from './id-fields.ts'
import { mergeBoth, removeTypeNames } from './json-schema.ts'
import type { EntityDraft, Operation, Remark, Role } from './operation.ts'
import { nameTypeAt, readProperties, readRequired, readResultSchema } from './results.ts'
import { looksUp } from './shape-of-names.ts'

const EFFECT_OF: Readonly<Record<Exclude<ToolKind, 'opaque'>, Effect>> = {
  create: 'write',
  read: 'read',
  list: 'read',
  update: 'idempotent-write',
  delete: 'idempotent-write',
}
const EFFECT_OF_METHOD: Readonly<Record<string, Effect>> = {
  GET: 'read',
  HEAD: 'read',
  PUT: 'idempotent-write',
  DELETE: 'idempotent-write',
}

function inferEffect({ name, effect, http }: Operation, { kind }: Role): Effect {
  if (effect !== undefined) return effect
  if (kind !== 'opaque') return EFFECT_OF[kind]
  if (http === undefined) return looksUp(name) ? 'read' : 'write'
  return EFFECT_OF_METHOD[http.method] ?? 'write'
}

/** Texts that a list can be searched by, those that name a thing best first. */
const NAMING = ['name', 'email', 'title', 'phone', 'subject', 'label']

/** Words of a field that names a thing: `display name`. */
const MAX_NAME_WORDS = 2

/** Whether a field holds any text, and no date, id or one of a few. */
function isOpenText(schema: Json | undefined): boolean {
  if (!isObject(schema)) return false
  const { type, enum: members, format = '', [SEMANTIC_KEY]: meaning = '' } = schema
  return (
    type === 'string' &&
    members === undefined &&
    !String(meaning).startsWith('id:') &&
    !/^(?:date|time|uuid|binary|byte|uri|password)/.test(String(format))
  )
}

/** The field that names a listed thing: named like a name, open text; first those by which lists can be searched. */
function findKey(entity: EntityDraft, lists: readonly ImportedTool[]): string | undefined {
  // The user name of a deployment names the user.
  const isOfAnother = (name: string): boolean =>
    (isPersonal(name) && !isPersonal(entity.name)) ||
    (isPartOfPersonalName(name) && !isPersonal(nameWords(entity.name).at(-1) ?? ''))
  const isShortName = (name: string): boolean =>
    lists.length > 0 && nameWords(name).length <= MAX_NAME_WORDS && !isOfAnother(name)
  const filters = new Set(lists.flatMap(({ input }) => Object.keys(readProperties(input))))
  const fields = Object.entries(readProperties(entity.schema)).flatMap(([name, schema]) =>
    name !== entity.id && (filters.has(name) || isShortName(name)) && isOpenText(schema) ? [name] : [],
  )
  const rank = (name: string): number => NAMING.indexOf(nameWords(name).at(-1) ?? '')
  const order = (name: string): string =>
    [filters.has(name) ? 0 : 1, rank(name), nameWords(name).length].join()
  return fields.filter((name) => rank(name) >= 0).sort((a, b) => order(a).localeCompare(order(b)))[0]
}

/** A path that a route can take: each part is fixed or one parameter. */
const convertToRoutablePath = (path: string): string | undefined => {
  const parts = path.split('/').map((part) => part.replace(/^\{([^{}]+)\}$/, ':$1'))
  return parts.some((part) => /[{}?#*]/.test(part)) ? undefined : parts.join('/')
}

/** Where a tool is reached, or why no route can lead there. */
function buildRoute({ http, headers }: Operation): { route?: ImportedTool['route']; why?: string } {
  if (http === undefined) return {}
  const { method, origin, path, status } = http
  if (origin === undefined) return { why: 'no route: the document names no absolute server' }
  const routable = convertToRoutablePath(path)
  if (routable === undefined) return { why: `no route: a part of "${path}" mixes text and a parameter` }
  return { route: { on: `${method} ${origin}${routable}`, status, headers } }
}

/** Bounds that an integer id has in our worlds where its schema has none. */
const ID_BOUNDS = { minimum: 1, maximum: 999_999_999 }

function findIdSchema({ schema, id }: EntityDraft, tools: readonly ImportedTool[]): JsonObject {
  const idSchema = readProperties(schema)[id]
  const demanded = tools.flatMap(({ id: parameter, input }) => {
    const schemaThere = parameter === undefined ? undefined : readProperties(input)[parameter]
    return isObject(schemaThere) ? [schemaThere] : []
  })
  // Where one place of the id holds a number and another a text, it is a number: it can be written as a text.
  const schemas = [...(isObject(idSchema) ? [idSchema] : []), ...demanded]
  const numbers = schemas.filter((one) => ['integer', 'number'].includes(readSchemaType(one) ?? ''))
  const { description: _, ...all } = (numbers.length > 0 ? numbers : schemas).reduce(mergeBoth, {})
  return numbers.length > 0 ? { ...ID_BOUNDS, ...all, type: 'integer' } : all
}

/** What an import gives: the toolkit, what was left out or could not be told, and why tools keep no state, by name. */
export interface Imported {
  /** The tools, ready to be written to a file. */
  toolkit: Toolkit
  /** What was left out, or could not be told. */
  remarks: Remark[]
  /** Why a tool keeps no state, by its name. */
  reasons: Readonly<Record<string, string>>
}

/** A schema less the defaults that it does not allow itself: a call that leaves one out would be refused. */
function fitDefaults(declared: JsonObject, tool: string, remarks: Remark[], at = ''): JsonObject {
  const { items } = declared
  const schema = isObject(items) ? { ...declared, items: fitDefaults(items, tool, remarks, at) } : declared
  const properties = Object.entries(readProperties(schema)).map(([name, child]): [string, Json] => {
    if (!isObject(child)) return [name, child]
    const { default: given, ...rest } = fitDefaults(child, tool, remarks, `${at}${name}.`)
    if (
      given === undefined ||
      (fitsSchema(given, rest) && !findWrongFormat({ given }, { properties: { given: rest } }))
    )
      return [name, given === undefined ? rest : { ...rest, default: given }]
    remarks.push({
      name: tool,
      why: `left out: the default ${JSON.stringify(given)} of "${at}${name}" does not fit its schema`,
    })
    return [name, rest]
  })
  return properties.length === 0 ? schema : { ...schema, properties: Object.fromEntries(properties) }
}

const MAX_NAME_LENGTH = 64

/**
 * A name that models take for a tool: letters, digits, `_` and `-`, at most 64, no two alike.
 *
 * @param taken Names given so far; the new one is added
 */
function assignToolName(wanted: string, taken: Set<string>): string {
  const plain =
    wanted
      .replace(/[^a-zA-Z0-9_-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, MAX_NAME_LENGTH) || 'tool'
  let name = plain
  for (let n = 2; taken.has(name); n++)
    name = `${plain.slice(0, MAX_NAME_LENGTH - 1 - String(n).length)}_${n}`
  taken.add(name)
  return name
}

/** The kinds of things that there are, and what identifies one of them. */
function collectKinds(drafts: readonly EntityDraft[]): EntityKinds {
  const kinds = new EntityKinds()
  for (const { name, id, schema, aliases } of drafts) {
    const idSchema = readProperties(schema)[id]
    const isOthers = drafts.some((other) => other.name !== name && id in readProperties(other.schema))
    kinds.add(name, id, isObject(idSchema) ? idSchema : {}, aliases, isOthers)
  }
  return kinds
}

/** Gives each tool a name and a route that no other has, and remarks what it cannot have. */
function createAddressing(remarks: Remark[]): (operation: Operation) => Pick<ImportedTool, 'name' | 'route'> {
  const names = new Set<string>()
  const routes = new Set<string>()
  return (operation) => {
    const plain = assignToolName(operation.name, new Set())
    const name = assignToolName(operation.name, names)
    if (name !== plain) remarks.push({ name, why: `renamed: another tool is called "${plain}"` })
    else if (!/[a-z0-9]/i.test(operation.name))
      remarks.push({ name, why: `renamed: models refuse the name "${operation.name}"` })
    const { route, why } = buildRoute(operation)
    if (why !== undefined) remarks.push({ name, why })
    if (route === undefined) return { name }
    const shape = route.on.replace(/:[^/]+/g, ':')
    if (routes.has(shape)) {
      remarks.push({ name, why: `no route: another operation takes ${route.on}` })
      return { name }
    }
    routes.add(shape)
    return { name, route }
  }
}

/** A schema of arguments in which the parameter that names the thing is required, and an id of its kind. */
function addIdParameter(input: JsonObject, { id, entity }: Role): JsonObject {
  const place = id === undefined ? undefined : readProperties(input)[id]
  if (id === undefined || !isObject(place)) return input
  place[SEMANTIC_KEY] = `id:${entity}`
  return { ...input, required: [...new Set([...readRequired(input), id])] }
}

function buildEntity(draft: EntityDraft, tools: readonly ImportedTool[], kinds: EntityKinds): Entity {
  const entityTools = tools.filter(({ entity }) => entity === draft.name)
  const schema = removeTypeNames(addIdTypes(draft.schema, kinds, draft.name))
  const lists = entityTools.filter(({ kind }) => kind === 'list')
  return {
    schema,
    id: draft.id,
    idSchema: removeTypeNames(findIdSchema({ ...draft, schema }, entityTools)),
    scope: draft.scope,
    ...dropUndefinedFields({ parent: draft.parent, key: findKey({ ...draft, schema }, lists) }),
  }
}

/**
 * Makes a toolkit of operations and what their shape tells.
 *
 * @param roleOf Role of each operation
 */
export function buildToolkit(
  name: string,
  source: Toolkit['source'],
  operations: readonly Operation[],
  drafts: readonly EntityDraft[],
  roleOf: (operation: Operation) => Role,
): Imported {
  const kinds = collectKinds(drafts)
  const remarks: Remark[] = []
  const reasons: Record<string, string> = {}
  const addressOf = createAddressing(remarks)
  const tools = operations.map((operation): ImportedTool => {
    const role = roleOf(operation)
    const { name: tool, route } = addressOf(operation)
    const { entity, at } = role
    const { output: answer, wrapped } = readResultSchema(role.output ?? operation.output)
    const output = entity === undefined || at === undefined ? answer : nameTypeAt(answer, at, entity)
    // The `id` in the result of an action need not be that of the thing it is done on.
    const about = role.kind === 'opaque' ? undefined : entity
    const input = addIdTypes(fitDefaults(operation.input, tool, remarks), kinds, about)
    if (role.kind === 'opaque') reasons[tool] = role.why ?? 'its path names no action and no entity'
    return {
      name: tool,
      description: operation.description,
      ...(operation.summary === '' ? {} : { summary: operation.summary }),
      kind: role.kind,
      effect: inferEffect(operation, role),
      ...dropUndefinedFields({ entity, id: role.id }),
      input: removeTypeNames(addIdParameter(input, role)),
      output: removeTypeNames(addIdTypes(output, kinds, about)),
      ...dropUndefinedFields({ learnedFrom: operation.learnedFrom, at, wrapped }),
      sets: role.sets ?? {},
      ...dropUndefinedFields({ upsert: role.upsert, route }),
    }
  })
  const entities = Object.fromEntries(drafts.map((draft) => [draft.name, buildEntity(draft, tools, kinds)]))
  // Commands and addresses may hold credentials, and a toolkit is committed.
  const from = new Redactor([], listEnvironmentSecrets()).text(source.from)
  return { toolkit: { version: 2, name, source: { ...source, from }, entities, tools }, remarks, reasons }
}
