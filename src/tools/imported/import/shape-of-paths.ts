import { bareName, nameWords, pascalCase } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { schemaTypeOf } from '../../../shared/schema-value.ts'
import { singularAmong } from '../../../shared/singular.ts'
import { idStem } from './id-fields.ts'
import type { EntityDraft, Operation, Role } from './operation.ts'
import { listsIn, objectsIn, propertiesOf, type ResultPart, resultSchemaOf, typeNameOf } from './results.ts'
import { nounsOf, shapeOfNames } from './shape-of-names.ts'

const PARAMETER = /^\{([^{}]+)\}$/
const parameterOf = (segment: string | undefined): string | undefined => PARAMETER.exec(segment ?? '')?.[1]
const segmentsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')
const joined = (segments: readonly string[]): string => `/${segments.join('/')}`

/** The last fixed part of a path, as the name of one thing: `/store/orders` to `order`. */
const nounOf = (segments: readonly string[], nouns: ReadonlySet<string>): string => {
  const word = segments.filter((part) => parameterOf(part) === undefined).at(-1) ?? 'thing'
  return nameWords(word)
    .map((one, i, all) => (i === all.length - 1 ? singularAmong(nouns, one) : one))
    .join(' ')
}

/**
 * The field of an object that a parameter of a path names it by: `petId` may be `petId` or `id`.
 *
 * @param type JSON type of the parameter: `/repos/{repo}` takes the name of a repository, and not its number
 */
function idFieldOf(
  schema: JsonObject,
  parameter: string,
  noun: string,
  type: string | undefined,
): string | undefined {
  const fields = propertiesOf(schema)
  const bare = new Map(Object.keys(fields).map((field) => [bareName(field), field]))
  const words = nameWords(parameter)
  const nounWords = nameWords(noun)
  const rest = words.filter((word) => !nounWords.includes(word)).join('')
  const candidates = [
    words.join(''),
    ...(rest === '' ? [] : [rest]),
    ...(words.length > 1 ? [words.slice(1).join('')] : []),
    'id',
    `${nounWords.join('')}id`,
    'uuid',
    ...(rest === '' ? ['name', 'slug', 'code', 'key'] : []),
  ].flatMap((name) => bare.get(name) ?? [])
  const isOfType = (field: string): boolean => {
    const property = fields[field]
    return isObject(property) && schemaTypeOf(property) === type
  }
  return candidates.find(isOfType) ?? candidates[0]
}

const responseOf = ({ output }: Operation): JsonObject => resultSchemaOf(output).output

/** An operation with its path taken apart. */
interface Placed {
  operation: Operation
  method: string
  segments: string[]
}

/** A kind of thing with the path at which one of it is reached. */
interface Found extends EntityDraft {
  noun: string
  collection: string
  item: string
  /** Whether a client names new things itself: nothing else makes them, and they do not repeat their name. */
  isPut: boolean
}

const ID_TYPES: readonly Json[] = ['string', 'integer', 'number']

/** The object of a response that has the id, and its name. */
function entityPart(
  parts: readonly ResultPart[],
  segments: readonly string[],
  noun: string,
  input: JsonObject = {},
): (ResultPart & { id: string }) | undefined {
  const parameter = parameterOf(segments.at(-1)) as string
  const taken = propertiesOf(input)[parameter]
  const type = isObject(taken) ? schemaTypeOf(taken) : undefined
  for (const part of parts) {
    const id = idFieldOf(part.schema, parameter, noun, type)
    const field = id === undefined ? undefined : propertiesOf(part.schema)[id]
    if (id !== undefined && isObject(field) && ID_TYPES.includes(field.type ?? null)) return { ...part, id }
  }
  return undefined
}

/** Names that a kind of thing may have, best first: later ones are for where several things would share one. */
function entityNames(
  segments: readonly string[],
  nouns: ReadonlySet<string>,
  type: string | undefined,
): string[] {
  const fixed = segments
    .filter((part) => parameterOf(part) === undefined)
    .map((part) => nounOf([part], nouns))
  return [
    ...fixed.map((_, i) => pascalCase(nameWords(fixed.slice(-1 - i).join(' ')))),
    ...(type === undefined ? [] : [type]),
    pascalCase(nameWords(segments.map((one) => parameterOf(one) ?? one).join(' '))),
  ]
}

/** What a client puts and reads under a key of its own, which the answer need not repeat: `/kv/{key}`. */
function putPart(
  read: Placed | undefined,
  put: Placed | undefined,
  id: string,
): { schema: JsonObject; id: string } | undefined {
  const schema = read === undefined ? {} : responseOf(read.operation)
  if (put === undefined || !takesFieldsOf(put.operation, { schema, id })) return undefined
  const properties = { [id]: propertiesOf(put.operation.input)[id] ?? {}, ...propertiesOf(schema) }
  return { schema: { ...schema, properties }, id }
}

function findEntities(placed: readonly Placed[]): Found[] {
  const at = (path: string, method: string): Placed | undefined =>
    placed.find((one) => one.method === method && joined(one.segments) === path)
  // Things that are made and listed need no address of their own.
  const items = new Set(
    placed.flatMap(({ method, segments }) => {
      const path = joined(segments)
      if (parameterOf(segments.at(-1)) !== undefined) return [path]
      const isListed = method === 'POST' && at(path, 'GET') !== undefined
      const hasItems = placed.some(
        (one) => parameterOf(one.segments.at(-1)) !== undefined && joined(one.segments.slice(0, -1)) === path,
      )
      return isListed && !hasItems ? [`${path}/{id}`] : []
    }),
  )
  // A parameter names one thing too: `/cookies/{cookie_id}`.
  const stems = placed.flatMap(({ segments }) =>
    segments.flatMap(
      (one) =>
        idStem(parameterOf(one) ?? '')
          ?.split(' ')
          .at(-1) ?? [],
    ),
  )
  const nouns = new Set([...nounsOf(placed.map(({ operation }) => operation)), ...stems])
  const found: Found[] = []
  for (const item of items) {
    const segments = segmentsOf(item)
    const parameter = parameterOf(segments.at(-1)) as string
    const collection = joined(segments.slice(0, -1))
    const noun = nounOf(segments, nouns)
    const onOne = ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => at(item, method))
    const [read, put, patch] = onOne
    const list = at(collection, 'GET')
    const { input } = onOne.find((one) => one !== undefined)?.operation ?? {}
    const shown = (one: Placed | undefined, partsIn: typeof objectsIn) =>
      one && entityPart(partsIn(responseOf(one.operation)), segments, noun, input)
    const [known] = [
      shown(read, objectsIn),
      shown(list, listsIn),
      ...[put, patch, at(collection, 'POST')].map((one) => shown(one, objectsIn)),
    ].filter((one) => one !== undefined)
    const isPut = known === undefined && idStem(parameter) === undefined && !at(collection, 'POST')
    const part = known ?? (isPut ? putPart(read, put, parameter) : undefined)
    if (part === undefined) continue
    const type = typeNameOf(part.schema)
    const scope = segments.slice(0, -1).flatMap((one) => parameterOf(one) ?? [])
    const name = entityNames(segments, nouns, type).find((one) => found.every((other) => other.name !== one))
    if (name === undefined) continue
    found.push({
      name,
      noun,
      schema: part.schema,
      id: part.id,
      scope,
      aliases: [
        noun,
        ...(type === undefined ? [] : [type]),
        ...(idStem(parameter) ? [idStem(parameter) as string] : []),
      ],
      collection,
      item,
      isPut,
    })
  }
  for (const entity of found) {
    const within = segmentsOf(entity.collection)
    const end = within.findLastIndex((one) => parameterOf(one) !== undefined)
    const parent = end < 0 ? undefined : found.find(({ item }) => item === joined(within.slice(0, end + 1)))
    if (parent !== undefined) entity.parent = parent.name
  }
  return found
}

const isWithin = ({ input }: Operation, { scope }: EntityDraft): boolean =>
  scope.every((name) => name in propertiesOf(input))

/** The field that an action at the end of a path sets: `/appointments/{id}/cancel` a status to `cancelled`. */
function setBy(action: string, schema: JsonObject): JsonObject | undefined {
  const stem = action.toLowerCase().slice(0, 5)
  for (const [name, field] of Object.entries(propertiesOf(schema))) {
    if (!isObject(field) || !Array.isArray(field.enum)) continue
    const value = field.enum.find((one) => typeof one === 'string' && one.toLowerCase().startsWith(stem))
    if (stem.length >= 4 && value !== undefined) return { [name]: value as Json }
  }
  return undefined
}

const sameKind = (part: ResultPart, entity: Found): boolean =>
  part.schema === entity.schema ||
  (typeNameOf(part.schema) !== undefined && typeNameOf(part.schema) === typeNameOf(entity.schema))

/** Where a result shows a thing: what is of its type, else what has its id (`{ "data": { "id": ... } }`). */
const placeOf = (parts: readonly ResultPart[], entity: Found): string | undefined =>
  (
    parts.find((part) => sameKind(part, entity)) ??
    parts.find(({ schema }) => entity.id in propertiesOf(schema))
  )?.at

/** Reads off the paths of an API what its operations do, and to what. */
export function shapeOfPaths(operations: readonly Operation[]): {
  entities: EntityDraft[]
  roleOf: (operation: Operation) => Role
} {
  const placed = operations.flatMap((operation): Placed[] =>
    operation.http === undefined
      ? []
      : [{ operation, method: operation.http.method, segments: segmentsOf(operation.http.path) }],
  )
  const found = findEntities(placed)
  const roles = new Map(placed.map((one) => [one.operation, roleOf(one, found)]))
  // What a path without parameters does not tell its name may: `POST /notes.create`.
  const rest = placed.flatMap(({ operation, segments }) =>
    roles.get(operation)?.kind === 'opaque' && segments.every((one) => parameterOf(one) === undefined)
      ? [operation]
      : [],
  )
  const byName = shapeOfNames(rest)
  const added = byName.entities.filter(({ name }) => found.every((one) => one.name !== name))
  for (const operation of rest) {
    const role = byName.roleOf(operation)
    if (added.some(({ name }) => name === role.entity)) roles.set(operation, role)
  }
  return {
    entities: [...found, ...added],
    roleOf: (operation) => roles.get(operation) ?? { kind: 'opaque' },
  }
}

const takesFieldsOf = (
  { input, http }: Operation,
  { schema, id }: Pick<EntityDraft, 'schema' | 'id'>,
): boolean => {
  const fields = propertiesOf(schema)
  const path = new Set(segmentsOf(http?.path ?? '').flatMap((one) => parameterOf(one) ?? []))
  const isField = (name: string): boolean => name !== id && !path.has(name) && name in fields
  return Object.entries(propertiesOf(input)).some(
    ([name, property]) =>
      isField(name) || (isObject(property) && Object.keys(propertiesOf(property)).some(isField)),
  )
}

function roleOf({ operation, method, segments }: Placed, found: readonly Found[]): Role {
  const path = joined(segments)
  const response = responseOf(operation)
  const onItem = found.find(({ item }) => item === path)
  if (onItem !== undefined) {
    const parameter = parameterOf(segments.at(-1)) as string
    const place = placeOf(objectsIn(response), onItem)
    const role = { entity: onItem.name, id: parameter, ...(place === undefined ? {} : { at: place }) }
    const shown = entityPart(objectsIn(response), segments, onItem.noun, operation.input)
    if (method === 'GET') return { ...role, kind: 'read', at: shown?.at ?? '' }
    if (method === 'DELETE') return { ...role, kind: 'delete' }
    if (method === 'PUT' && onItem.isPut) return { ...role, kind: 'update', upsert: true }
    if (method === 'PUT' || method === 'PATCH') return { ...role, kind: 'update' }
    if (method === 'POST' && takesFieldsOf(operation, onItem)) return { ...role, kind: 'update' }
    return { kind: 'opaque', entity: onItem.name, id: parameter }
  }
  const onCollection = found.find(({ collection }) => collection === path)
  const role = onCollection && roleOnCollection(operation, method, response, onCollection)
  return role ?? roleByResponse(operation, method, segments, response, found)
}

function roleOnCollection(
  operation: Operation,
  method: string,
  response: JsonObject,
  entity: Found,
): Role | undefined {
  const place = placeOf(objectsIn(response), entity)
  const role = { entity: entity.name, ...(place === undefined ? {} : { at: place }) }
  if (method === 'GET') {
    const list =
      listsIn(response).find((part) => sameKind(part, entity)) ??
      listsIn(response).find((part) => entity.id in propertiesOf(part.schema))
    return list === undefined ? undefined : { entity: entity.name, kind: 'list', at: list.at }
  }
  if (method === 'POST' && takesFieldsOf(operation, entity)) {
    // Where the document does not say what comes back it is the new thing, or nobody would know its id.
    const isSilent = Object.keys(operation.output).length === 0
    return { ...role, kind: 'create', ...(isSilent ? { at: '', output: entity.schema } : {}) }
  }
  // `PUT /pet` with the id in the body.
  if ((method === 'PUT' || method === 'PATCH') && entity.id in propertiesOf(operation.input))
    return { ...role, kind: 'update', id: entity.id }
  return undefined
}

/** What an operation elsewhere does to things whose type it returns. */
function roleByResponse(
  operation: Operation,
  method: string,
  segments: readonly string[],
  response: JsonObject,
  found: readonly Found[],
): Role {
  const path = joined(segments)
  for (const entity of found) {
    if (!isWithin(operation, entity)) continue
    const list = listsIn(response).find((part) => sameKind(part, entity))
    if (method === 'GET' && list !== undefined) return { entity: entity.name, kind: 'list', at: list.at }
    const single = objectsIn(response).find((part) => sameKind(part, entity))
    if (single === undefined || method === 'GET') continue
    // A thing with an id of its own tells of itself, not of what stands in it: the owner of a repository.
    if (single.at !== '' && entityPart([{ at: '', schema: response }], segmentsOf(entity.item), entity.noun))
      continue
    const action = segments.at(-1) ?? ''
    const item = joined(segments.slice(0, -1))
    if (item === entity.item && method !== 'DELETE') {
      const sets = setBy(action, entity.schema)
      if (sets === undefined && !takesFieldsOf(operation, entity)) continue
      const id = parameterOf(segments.at(-2)) as string
      return {
        entity: entity.name,
        kind: 'update',
        id,
        at: single.at,
        ...(sets === undefined ? {} : { sets }),
      }
    }
    if (method === 'POST' && parameterOf(action) === undefined && takesFieldsOf(operation, entity))
      return { entity: entity.name, kind: 'create', at: single.at }
  }
  // What is done on a thing cannot be done where the thing is not there.
  const about = found
    .filter(({ item }) => path.startsWith(`${item}/`))
    .sort((a, b) => b.item.length - a.item.length)[0]
  const id = about === undefined ? undefined : parameterOf(segmentsOf(about.item).at(-1))
  return about === undefined || id === undefined
    ? {
        kind: 'opaque',
        why:
          parameterOf(segments.at(-1)) !== undefined
            ? 'no answer at its path has a field for the parameter that ends it'
            : method === 'POST'
              ? 'no operation reads or lists what it creates'
              : 'its path is neither a collection of things with ids nor one of them',
      }
    : {
        kind: 'opaque',
        entity: about.name,
        id,
        why: `it acts on a ${about.name}, but sets none of its fields`,
      }
}
