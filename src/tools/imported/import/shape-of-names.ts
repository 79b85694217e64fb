import { joinPascalCase, nameWords, normalizeBareName } from '../../../shared/english.ts'
import { groupBy } from '../../../shared/group.ts'
import { isObject, type JsonObject } from '../../../shared/json.ts'
import { readSchemaType } from '../../../shared/schema-value.ts'
import { findSingularAmong } from '../../../shared/singular.ts'
import verbs from '../words/verbs.json' with { type: 'json' }
import { readIdStem } from './id-fields.ts'
import { mergeBoth, TYPE_NAME } from './json-schema.ts'
import type { EntityDraft, Operation, Role } from './operation.ts'
import { listObjects, listsIn, readProperties, readRequired, readResultSchema } from './results.ts'

type Verb = keyof typeof verbs
const VERB_OF = new Map(
  Object.entries(verbs).flatMap(([verb, words]) => words.map((word) => [word, verb as Verb] as const)),
)

/** Words of a name that are not part of the thing's name. */
const STOP = new Set(['a', 'all', 'an', 'by', 'details', 'id', 'info', 'new', 'of', 'or', 'the'])

const removeToolPrefix = (name: string): string => name.split(/[.:/]/).at(-1) ?? name

/** Where the verb of a name stands: first, last, or behind the name of a service (`slack_list_channels`); -1 without. */
function findVerbPlace(words: readonly string[]): number {
  const isVerb = (word: string | undefined): boolean => VERB_OF.has(word ?? '')
  if (isVerb(words[0])) return 0
  return isVerb(words.at(-1)) ? words.length - 1 : words.findIndex(isVerb)
}

/** Whether a tool only looks something up, by its name: `search_flights`, `check_availability`, and not `check_in_guest`. */
export function looksUp(name: string): boolean {
  const words = nameWords(removeToolPrefix(name))
  const place = findVerbPlace(words)
  const verb = VERB_OF.get(words[place] ?? '')
  if (verb !== 'read' && verb !== 'list' && verb !== 'look') return false
  const rest = words.slice(place + 1)
  const changes = (word: string): boolean =>
    !['read', 'list', 'look', undefined].includes(VERB_OF.get(word)) && word !== 'open' && word !== 'post'
  return !rest.some(changes) && !(words[place] === 'check' && /^(?:in|out|off)$/.test(rest[0] ?? ''))
}

interface NamedTool {
  operation: Operation
  kind: 'create' | 'read' | 'list' | 'update' | 'put' | 'delete'
  noun: string
}

/** A name as a verb and the words of the thing it is about. */
interface Phrase {
  verb: Exclude<Verb, 'look' | 'reserve'>
  words: readonly string[]
}

/** `get_open_orders`, `slack_list_channels` or `orders.list` as a verb and words. */
function parsePhrase({ name, effect }: Operation): Phrase | undefined {
  const toolWords = nameWords(removeToolPrefix(name))
  const place = findVerbPlace(toolWords)
  const verb = VERB_OF.get(toolWords[place] ?? '')
  const behind = toolWords.slice(place + 1).filter((word) => !STOP.has(word))
  const group = nameWords(name).slice(0, -toolWords.length)
  const words = [behind, toolWords.slice(0, Math.max(0, place)), group].find((some) => some.length > 0)
  if (verb === undefined || verb === 'look' || verb === 'reserve' || words === undefined) return undefined
  const isRead = verb === 'read' || verb === 'list'
  return effect !== undefined && isRead !== (effect === 'read') ? undefined : { verb, words }
}

/** Last words of the things that tools are about, in the number that their names have them. */
export const collectNouns = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(operations.flatMap((operation) => parsePhrase(operation)?.words.at(-1) ?? []))

/** What each tool does to which thing, by its name. Where `get_basis` is a tool, `list_bases` lists these. */
function nameTools(operations: readonly Operation[]): ReadonlyMap<Operation, NamedTool> {
  const nouns = collectNouns(operations)
  const tools = operations.flatMap((operation): NamedTool[] => {
    const { verb, words = [] } = parsePhrase(operation) ?? {}
    if (verb === undefined) return []
    const last = words.at(-1) ?? ''
    const one = findSingularAmong(nouns, last)
    const isPlural = one !== last
    // What makes or removes several things at once takes no id of one.
    if (isPlural && (verb === 'create' || verb === 'delete')) return []
    const kind = verb === 'read' && isPlural ? 'list' : verb
    return [{ operation, kind, noun: [...words.slice(0, -1), one].join(' ') }]
  })
  return new Map(tools.map((tool) => [tool.operation, tool]))
}

/** The parameter that names one thing by its name: `order_id`, or `id`. */
function findIdByName({ operation: { input }, noun }: NamedTool): string | undefined {
  const names = Object.keys(readProperties(input))
  const namedByNoun = names.find(
    (name) => normalizeBareName(readIdStem(name) ?? '-') === normalizeBareName(noun),
  )
  return namedByNoun ?? names.find((name) => readIdStem(name) === '')
}

/** The parameter that names one thing of a group: by its name, or all that reads and removals ask for and lists do not. */
function findIdParameter(tools: readonly NamedTool[]): string | undefined {
  const single = tools.filter(({ kind }) => kind !== 'create' && kind !== 'list')
  const byName = single.map(findIdByName).find((name) => name !== undefined)
  if (byName !== undefined) return byName
  const exact = single.filter(({ kind }) => kind === 'read' || kind === 'delete')
  const [first = [], ...others] = (exact.length > 0 ? exact : single).map(({ operation: { input } }) =>
    readRequired(input).filter((name) => {
      const schema = readProperties(input)[name]
      return isObject(schema) && ['string', 'integer', 'number', undefined].includes(readSchemaType(schema))
    }),
  )
  const common = first.filter((name) => others.every((names) => names.includes(name)))
  const elsewhere = tools
    .filter(({ kind }) => kind === 'create' || kind === 'list')
    .flatMap(({ operation }) => readRequired(operation.input))
  const ofTheseAlone = common.filter((name) => !elsewhere.includes(name))
  return common.length === 1 ? common[0] : ofTheseAlone.at(-1)
}

interface NamedEntity extends EntityDraft {
  tools: readonly NamedTool[]
  /** The parameter that names one of them. */
  parameter: string | undefined
}

/** Whether a tool takes the id of a thing and returns the thing with it: `get_order` alone shows what an order is. */
function showsThing(tool: NamedTool): boolean {
  const { operation, kind, noun } = tool
  const id = kind === 'read' ? findIdByName(tool) : undefined
  const { output } = readResultSchema(operation.output)
  return (
    id !== undefined && listObjects(output).some(({ schema }) => findIdField(schema, id, noun) !== undefined)
  )
}

function findEntity(noun: string, tools: readonly NamedTool[]): NamedEntity | undefined {
  const has = (...kinds: string[]): boolean => tools.some(({ kind }) => kinds.includes(kind))
  const parameter = findIdParameter(tools)
  if (tools.length < 2 && !tools.some(showsThing)) return undefined
  if (parameter === undefined && !(has('create') && has('list'))) return undefined
  const name = joinPascalCase(nameWords(noun))
  const outputs = tools.flatMap(({ operation, kind }) => {
    const { output } = readResultSchema(operation.output)
    if (kind === 'delete') return []
    return (kind === 'list' ? listsIn(output) : listObjects(output)).map(({ schema }) => schema)
  })
  const known = outputs.find((schema) => findIdField(schema, parameter ?? 'id', noun) !== undefined)
  // Where no tool says what it returns, a thing is what can be said of it.
  const said = tools
    .filter(({ kind }) => kind === 'create' || kind === 'update' || kind === 'put')
    .map(({ operation: { input } }) => input)
    .reduce<JsonObject>((all, { properties = {} }) => mergeBoth(all, { properties }), {})
  // Within what a thing lies: what all tools but some lists ask for, `owner` and `repo` of an issue.
  const asks = (name: string, some: readonly NamedTool[]): boolean[] =>
    some.map(({ operation }) => readRequired(operation.input).includes(name))
  const lists = tools.filter(({ kind }) => kind === 'list')
  const others = tools.filter(({ kind }) => kind !== 'list')
  const scope = readRequired((others[0] ?? lists[0])?.operation.input ?? {}).filter(
    (one) =>
      one !== parameter &&
      asks(one, others).every(Boolean) &&
      (lists.length > 0 ? asks(one, lists).some(Boolean) : has('read', 'delete')),
  )
  const id = findIdField(known ?? said, parameter ?? 'id', noun) ?? parameter ?? 'id'
  const idSchema = tools.flatMap(({ operation }) => readProperties(operation.input)[parameter ?? ''] ?? [])[0]
  const fields = Object.entries(readProperties(said)).filter(([field]) => !scope.includes(field))
  const properties = { [id]: idSchema ?? { type: 'string' }, ...Object.fromEntries(fields) }
  return {
    name,
    schema: {
      ...(known ?? { type: 'object', properties, required: Object.keys(properties) }),
      [TYPE_NAME]: name,
    },
    id,
    scope,
    aliases: [noun],
    tools,
    parameter,
  }
}

/** The field that a parameter names a thing by: `order_id` may be `order_id` or `id`. */
function findIdField(schema: JsonObject, parameter: string, noun: string): string | undefined {
  const candidates = [normalizeBareName(parameter), `${normalizeBareName(noun)}id`, 'id']
  return Object.keys(readProperties(schema)).find((name) => candidates.includes(normalizeBareName(name)))
}

/** Tools by the thing that they are about; a `text file` is a file where both are named by the same parameter. */
function groupByNoun(named: Iterable<NamedTool>): Map<string, NamedTool[]> {
  const groups = groupBy(named, ({ noun }) => noun)
  for (const [noun, tools] of groups) {
    const wider = nameWords(noun).slice(1).join(' ')
    const parameter = findIdParameter(groups.get(wider) ?? [])
    if (parameter === undefined || tools.length > 1 || findIdParameter(tools) !== parameter) continue
    groups.get(wider)?.push(...tools)
    groups.delete(noun)
  }
  return groups
}

/** What tools without addresses do, by their names: `get_order`, `list_orders`, `create_order`. */
export function inferShapeOfNames(operations: readonly Operation[]): {
  entities: EntityDraft[]
  roleOf: (operation: Operation) => Role
} {
  const named = nameTools(operations)
  const groups = groupByNoun(named.values())
  const roles = new Map<Operation, Role>()
  const found = [...groups].flatMap(([noun, tools]) => {
    const entity = findEntity(noun, tools)
    const toolRoles = entity?.tools.map((tool) => [tool.operation, inferRole(tool, entity)] as const) ?? []
    // A `block_id` names a block, and no comment, unless an answer shows otherwise.
    const isSilent = tools.every(({ operation }) => Object.keys(operation.output).length === 0)
    const stem = normalizeBareName(readIdStem(entity?.parameter ?? '') ?? '')
    if (isSilent && groups.has(stem) && !normalizeBareName(noun).includes(stem)) return []
    if (entity === undefined) return []
    // What one tool does no other shows.
    const shown = toolRoles.filter(([, { kind }]) => kind !== 'opaque').length
    if (shown < 2 && !entity.tools.some(showsThing)) return []
    for (const [operation, role] of toolRoles) roles.set(operation, role)
    return [entity]
  })
  return {
    entities: found.map(({ tools: _, parameter: __, ...entity }) => entity),
    roleOf: (operation) =>
      roles.get(operation) ??
      inferRoleByResult(operation, found, groups.get(named.get(operation)?.noun ?? '')),
  }
}

/** What a tool elsewhere does: one that looks up lists the things whose fields it returns. */
function inferRoleByResult(
  operation: Operation,
  found: readonly NamedEntity[],
  group: readonly NamedTool[] = [],
): Role {
  const verb = VERB_OF.get(nameWords(operation.name).find((word) => VERB_OF.has(word)) ?? '')
  for (const { schema, scope, name } of verb === 'create' && operation.effect !== 'read' ? [] : found) {
    if (!looksUp(operation.name) && operation.effect !== 'read') continue
    const list = listsIn(readResultSchema(operation.output).output).find(
      (part) =>
        Object.keys(readProperties(part.schema)).join() === Object.keys(readProperties(schema)).join(),
    )
    if (list !== undefined && scope.every((one) => readRequired(operation.input).includes(one)))
      return { kind: 'list', entity: name, at: list.at }
  }
  const why =
    verb === undefined
      ? 'its name has no known verb, such as get, list or create'
      : group.length > 1
        ? 'no parameter of these tools names one record'
        : 'no other tool is about the same thing'
  return { kind: 'opaque', ...inferUnsaidOutput(operation), why }
}

/** What a tool returns that says nothing of it and about whose shape nothing is known. */
const inferUnsaidOutput = ({ output }: Operation): { output?: JsonObject } =>
  Object.keys(output).length > 0
    ? {}
    : { output: { type: 'object', properties: { ok: { type: 'boolean', const: true } }, required: ['ok'] } }

const buildListSchema = (name: string, items: JsonObject): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'array', items } },
  required: [name],
})

function inferRole({ kind, operation }: NamedTool, entity: NamedEntity): Role {
  const isSilent = Object.keys(operation.output).length === 0
  const { output } = readResultSchema(operation.output)
  const about = { entity: entity.name }
  const shownList = isSilent ? '/items' : listsIn(output)[0]?.at
  const silentList = isSilent ? { output: buildListSchema('items', entity.schema) } : {}
  const lost = entity.scope.find((name) => !(name in readProperties(operation.input)))
  if (lost !== undefined)
    return { kind: 'opaque', ...inferUnsaidOutput(operation), why: `it has no parameter for the ${lost}` }
  if (kind === 'list') {
    if (shownList === undefined) return { kind: 'opaque', why: 'its result holds no list of objects' }
    return { ...about, kind, at: shownList, ...silentList }
  }
  const takes = (name: string | undefined): name is string =>
    name !== undefined && name in readProperties(operation.input)
  const named = takes(entity.parameter)
    ? entity.parameter
    : findIdByName({ operation, noun: entity.aliases[0] ?? '', kind: 'read' })
  const id = kind === 'create' ? undefined : named
  if (kind !== 'create' && id === undefined)
    return {
      kind: 'opaque',
      ...inferUnsaidOutput(operation),
      why: `it has no parameter for a ${entity.name}`,
    }
  const fields = Object.keys(readProperties(entity.schema))
  const role = {
    ...about,
    kind: kind === 'put' ? ('update' as const) : kind,
    ...(id === undefined ? {} : { id }),
  }
  if (kind === 'delete') return isSilent ? { ...role, ...inferUnsaidOutput(operation) } : role
  const isChange = kind === 'update' || kind === 'put'
  if (isChange && id !== undefined && !fields.some((name) => name !== entity.id && takes(name)))
    return {
      ...role,
      kind: 'opaque',
      ...inferUnsaidOutput(operation),
      why: `none of its parameters is a field of ${entity.name}`,
    }
  const makes: Pick<Role, 'upsert'> =
    kind === 'put' && !entity.tools.some((tool) => tool.kind === 'create') ? { upsert: true } : {}
  if (isSilent) return { ...role, ...makes, at: '', output: entity.schema }
  const parts = listObjects(output)
  // A file is read without its path.
  const shares = ({ schema }: { schema: JsonObject }): boolean =>
    Object.entries(readProperties(schema)).some(([name, field]) => {
      const property = readProperties(entity.schema)[name]
      return isObject(property) && isObject(field) && readSchemaType(property) === readSchemaType(field)
    })
  const place = parts.find(({ schema }) => entity.id in readProperties(schema)) ?? parts.find(shares)
  if (place !== undefined) return { ...role, ...makes, at: place.at }
  return kind === 'read'
    ? { kind: 'opaque', why: `its result shows no field of ${entity.name}` }
    : { ...role, ...makes }
}
