import { bareName, nameWords, pascalCase } from '../../../shared/english.ts'
import { isObject, type JsonObject } from '../../../shared/json.ts'
import { schemaTypeOf } from '../../../shared/schema-value.ts'
import { singularAmong } from '../../../shared/singular.ts'
import verbs from '../words/verbs.json' with { type: 'json' }
import { idStem } from './id-fields.ts'
import { bothOf, TYPE_NAME } from './json-schema.ts'
import type { EntityDraft, Operation, Role } from './operation.ts'
import { listsIn, objectsIn, propertiesOf, requiredOf, resultSchemaOf } from './results.ts'

type Verb = keyof typeof verbs
const VERB_OF = new Map(
  Object.entries(verbs).flatMap(([verb, words]) => words.map((word) => [word, verb as Verb] as const)),
)

/** Words of a name that are not part of the thing's name. */
const STOP = new Set(['a', 'all', 'an', 'by', 'details', 'id', 'info', 'new', 'of', 'or', 'the'])

const bareTool = (name: string): string => name.split(/[.:/]/).at(-1) ?? name

/** Where the verb of a name stands: first, last, or behind the name of a service (`slack_list_channels`); -1 without. */
function verbPlace(words: readonly string[]): number {
  const isVerb = (word: string | undefined): boolean => VERB_OF.has(word ?? '')
  if (isVerb(words[0])) return 0
  return isVerb(words.at(-1)) ? words.length - 1 : words.findIndex(isVerb)
}

/** Whether a tool only looks something up, by its name: `search_flights`, `check_availability`, and not `check_in_guest`. */
export function looksUp(name: string): boolean {
  const words = nameWords(bareTool(name))
  const place = verbPlace(words)
  const verb = VERB_OF.get(words[place] ?? '')
  if (verb !== 'read' && verb !== 'list' && verb !== 'look') return false
  const rest = words.slice(place + 1)
  const changes = (word: string): boolean =>
    !['read', 'list', 'look', undefined].includes(VERB_OF.get(word)) && word !== 'open' && word !== 'post'
  return !rest.some(changes) && !(words[place] === 'check' && /^(?:in|out|off)$/.test(rest[0] ?? ''))
}

interface Named {
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
function phraseOf({ name, effect }: Operation): Phrase | undefined {
  const toolWords = nameWords(bareTool(name))
  const place = verbPlace(toolWords)
  const verb = VERB_OF.get(toolWords[place] ?? '')
  const behind = toolWords.slice(place + 1).filter((word) => !STOP.has(word))
  const group = nameWords(name).slice(0, -toolWords.length)
  const words = [behind, toolWords.slice(0, Math.max(0, place)), group].find((some) => some.length > 0)
  if (verb === undefined || verb === 'look' || verb === 'reserve' || words === undefined) return undefined
  const isRead = verb === 'read' || verb === 'list'
  return effect !== undefined && isRead !== (effect === 'read') ? undefined : { verb, words }
}

/** Last words of the things that tools are about, in the number that their names have them. */
export const nounsOf = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(operations.flatMap((operation) => phraseOf(operation)?.words.at(-1) ?? []))

/** What each tool does to which thing, by its name. Where `get_basis` is a tool, `list_bases` lists these. */
function namedTools(operations: readonly Operation[]): ReadonlyMap<Operation, Named> {
  const nouns = nounsOf(operations)
  const tools = operations.flatMap((operation): Named[] => {
    const { verb, words = [] } = phraseOf(operation) ?? {}
    if (verb === undefined) return []
    const last = words.at(-1) ?? ''
    const one = singularAmong(nouns, last)
    const isPlural = one !== last
    // What makes or removes several things at once takes no id of one.
    if (isPlural && (verb === 'create' || verb === 'delete')) return []
    const kind = verb === 'read' && isPlural ? 'list' : verb
    return [{ operation, kind, noun: [...words.slice(0, -1), one].join(' ') }]
  })
  return new Map(tools.map((tool) => [tool.operation, tool]))
}

/** The parameter that names one thing by its name: `order_id`, or `id`. */
function idByName({ operation: { input }, noun }: Named): string | undefined {
  const names = Object.keys(propertiesOf(input))
  const namedByNoun = names.find((name) => bareName(idStem(name) ?? '-') === bareName(noun))
  return namedByNoun ?? names.find((name) => idStem(name) === '')
}

/** The parameter that names one thing of a group: by its name, or all that reads and removals ask for and lists do not. */
function idParameterOf(tools: readonly Named[]): string | undefined {
  const single = tools.filter(({ kind }) => kind !== 'create' && kind !== 'list')
  const byName = single.map(idByName).find((name) => name !== undefined)
  if (byName !== undefined) return byName
  const exact = single.filter(({ kind }) => kind === 'read' || kind === 'delete')
  const [first = [], ...others] = (exact.length > 0 ? exact : single).map(({ operation: { input } }) =>
    requiredOf(input).filter((name) => {
      const schema = propertiesOf(input)[name]
      return isObject(schema) && ['string', 'integer', 'number', undefined].includes(schemaTypeOf(schema))
    }),
  )
  const common = first.filter((name) => others.every((names) => names.includes(name)))
  const elsewhere = tools
    .filter(({ kind }) => kind === 'create' || kind === 'list')
    .flatMap(({ operation }) => requiredOf(operation.input))
  const ofTheseAlone = common.filter((name) => !elsewhere.includes(name))
  return common.length === 1 ? common[0] : ofTheseAlone.at(-1)
}

interface NamedEntity extends EntityDraft {
  tools: readonly Named[]
  /** The parameter that names one of them. */
  parameter: string | undefined
}

function entityOf(noun: string, tools: readonly Named[]): NamedEntity | undefined {
  const has = (...kinds: string[]): boolean => tools.some(({ kind }) => kinds.includes(kind))
  const parameter = idParameterOf(tools)
  if (tools.length < 2 || (parameter === undefined && !(has('create') && has('list')))) return undefined
  const name = pascalCase(nameWords(noun))
  const outputs = tools.flatMap(({ operation, kind }) => {
    const { output } = resultSchemaOf(operation.output)
    if (kind === 'delete') return []
    return (kind === 'list' ? listsIn(output) : objectsIn(output)).map(({ schema }) => schema)
  })
  const known = outputs.find((schema) => idIn(schema, parameter ?? 'id', noun) !== undefined)
  // Where no tool says what it returns, a thing is what can be said of it.
  const said = tools
    .filter(({ kind }) => kind === 'create' || kind === 'update' || kind === 'put')
    .map(({ operation: { input } }) => input)
    .reduce<JsonObject>((all, { properties = {} }) => bothOf(all, { properties }), {})
  // Within what a thing lies: what all tools but some lists ask for, `owner` and `repo` of an issue.
  const asks = (name: string, some: readonly Named[]): boolean[] =>
    some.map(({ operation }) => requiredOf(operation.input).includes(name))
  const lists = tools.filter(({ kind }) => kind === 'list')
  const others = tools.filter(({ kind }) => kind !== 'list')
  const scope = requiredOf((others[0] ?? lists[0])?.operation.input ?? {}).filter(
    (one) =>
      one !== parameter &&
      asks(one, others).every(Boolean) &&
      (lists.length > 0 ? asks(one, lists).some(Boolean) : has('read', 'delete')),
  )
  const id = idIn(known ?? said, parameter ?? 'id', noun) ?? parameter ?? 'id'
  const idSchema = tools.flatMap(({ operation }) => propertiesOf(operation.input)[parameter ?? ''] ?? [])[0]
  const fields = Object.entries(propertiesOf(said)).filter(([field]) => !scope.includes(field))
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
function idIn(schema: JsonObject, parameter: string, noun: string): string | undefined {
  const candidates = [bareName(parameter), `${bareName(noun)}id`, 'id']
  return Object.keys(propertiesOf(schema)).find((name) => candidates.includes(bareName(name)))
}

/** Tools by the thing that they are about; a `text file` is a file where both are named by the same parameter. */
function groupsOf(named: Iterable<Named>): Map<string, Named[]> {
  const groups = new Map<string, Named[]>()
  for (const one of named) groups.set(one.noun, [...(groups.get(one.noun) ?? []), one])
  for (const [noun, tools] of groups) {
    const wider = nameWords(noun).slice(1).join(' ')
    const parameter = idParameterOf(groups.get(wider) ?? [])
    if (parameter === undefined || tools.length > 1 || idParameterOf(tools) !== parameter) continue
    groups.get(wider)?.push(...tools)
    groups.delete(noun)
  }
  return groups
}

/** What tools without addresses do, by their names: `get_order`, `list_orders`, `create_order`. */
export function shapeOfNames(operations: readonly Operation[]): {
  entities: EntityDraft[]
  roleOf: (operation: Operation) => Role
} {
  const named = namedTools(operations)
  const groups = groupsOf(named.values())
  const roles = new Map<Operation, Role>()
  const found = [...groups].flatMap(([noun, tools]) => {
    const entity = entityOf(noun, tools)
    const toolRoles = entity?.tools.map((tool) => [tool.operation, roleIn(tool, entity)] as const) ?? []
    // A `block_id` names a block, and no comment, unless an answer shows otherwise.
    const isSilent = tools.every(({ operation }) => Object.keys(operation.output).length === 0)
    const stem = bareName(idStem(entity?.parameter ?? '') ?? '')
    if (isSilent && groups.has(stem) && !bareName(noun).includes(stem)) return []
    // What one tool does no other shows.
    if (entity === undefined || toolRoles.filter(([, { kind }]) => kind !== 'opaque').length < 2) return []
    for (const [operation, role] of toolRoles) roles.set(operation, role)
    return [entity]
  })
  return {
    entities: found.map(({ tools: _, parameter: __, ...entity }) => entity),
    roleOf: (operation) =>
      roles.get(operation) ?? roleByResult(operation, found, groups.get(named.get(operation)?.noun ?? '')),
  }
}

/** What a tool elsewhere does: one that looks up lists the things whose fields it returns. */
function roleByResult(
  operation: Operation,
  found: readonly NamedEntity[],
  group: readonly Named[] = [],
): Role {
  const verb = VERB_OF.get(nameWords(operation.name).find((word) => VERB_OF.has(word)) ?? '')
  for (const { schema, scope, name } of verb === 'create' && operation.effect !== 'read' ? [] : found) {
    if (!looksUp(operation.name) && operation.effect !== 'read') continue
    const list = listsIn(resultSchemaOf(operation.output).output).find(
      (part) => Object.keys(propertiesOf(part.schema)).join() === Object.keys(propertiesOf(schema)).join(),
    )
    if (list !== undefined && scope.every((one) => requiredOf(operation.input).includes(one)))
      return { kind: 'list', entity: name, at: list.at }
  }
  const why =
    verb === undefined
      ? 'its name has no verb such as get, list or create'
      : group.length > 1
        ? 'no parameter of the tools of its noun names one thing'
        : 'no other tool has the noun of its name'
  return { kind: 'opaque', ...unsaid(operation), why }
}

/** What a tool returns that says nothing of it and about whose shape nothing is known. */
const unsaid = ({ output }: Operation): { output?: JsonObject } =>
  Object.keys(output).length > 0
    ? {}
    : { output: { type: 'object', properties: { ok: { type: 'boolean', const: true } }, required: ['ok'] } }

const listOf = (name: string, items: JsonObject): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'array', items } },
  required: [name],
})

function roleIn({ kind, operation }: Named, entity: NamedEntity): Role {
  const isSilent = Object.keys(operation.output).length === 0
  const { output } = resultSchemaOf(operation.output)
  const about = { entity: entity.name }
  const shownList = isSilent ? '/items' : listsIn(output)[0]?.at
  const silentList = isSilent ? { output: listOf('items', entity.schema) } : {}
  const lost = entity.scope.find((name) => !(name in propertiesOf(operation.input)))
  if (lost !== undefined)
    return { kind: 'opaque', ...unsaid(operation), why: `it has no parameter for the ${lost}` }
  if (kind === 'list') {
    if (shownList === undefined) return { kind: 'opaque', why: 'its result holds no list of objects' }
    return { ...about, kind, at: shownList, ...silentList }
  }
  const takes = (name: string | undefined): name is string =>
    name !== undefined && name in propertiesOf(operation.input)
  const named = takes(entity.parameter)
    ? entity.parameter
    : idByName({ operation, noun: entity.aliases[0] ?? '', kind: 'read' })
  const id = kind === 'create' ? undefined : named
  if (kind !== 'create' && id === undefined)
    return { kind: 'opaque', ...unsaid(operation), why: `it has no parameter for a ${entity.name}` }
  const fields = Object.keys(propertiesOf(entity.schema))
  const role = {
    ...about,
    kind: kind === 'put' ? ('update' as const) : kind,
    ...(id === undefined ? {} : { id }),
  }
  if (kind === 'delete') return isSilent ? { ...role, ...unsaid(operation) } : role
  const isChange = kind === 'update' || kind === 'put'
  if (isChange && id !== undefined && !fields.some((name) => name !== entity.id && takes(name)))
    return {
      ...role,
      kind: 'opaque',
      ...unsaid(operation),
      why: `none of its parameters is a field of ${entity.name}`,
    }
  const makes: Pick<Role, 'upsert'> =
    kind === 'put' && !entity.tools.some((tool) => tool.kind === 'create') ? { upsert: true } : {}
  if (isSilent) return { ...role, ...makes, at: '', output: entity.schema }
  const parts = objectsIn(output)
  // A file is read without its path.
  const shares = ({ schema }: { schema: JsonObject }): boolean =>
    Object.entries(propertiesOf(schema)).some(([name, field]) => {
      const property = propertiesOf(entity.schema)[name]
      return isObject(property) && isObject(field) && schemaTypeOf(property) === schemaTypeOf(field)
    })
  const place = parts.find(({ schema }) => entity.id in propertiesOf(schema)) ?? parts.find(shares)
  if (place !== undefined) return { ...role, ...makes, at: place.at }
  return kind === 'read'
    ? { kind: 'opaque', why: `its result shows no field of ${entity.name}` }
    : { ...role, ...makes }
}
