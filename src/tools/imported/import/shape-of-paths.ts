import { joinPascalCase, nameWords, normalizeBareName } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { readSchemaType } from '../../../shared/schema-value.ts'
import { findSingularAmong } from '../../../shared/singular.ts'
import { readIdStem } from './id-fields.ts'
import type { EntityDraft, Operation, Role } from './operation.ts'
import {
  listObjects,
  listsIn,
  type ResultPart,
  readProperties,
  readResultSchema,
  readTypeName,
} from './results.ts'
import { collectNouns, inferShapeOfNames } from './shape-of-names.ts'
import { mergeKinds } from './twins.ts'

const PARAMETER = /^\{([^{}]+)\}$/
const readParameter = (segment: string | undefined): string | undefined => PARAMETER.exec(segment ?? '')?.[1]
const splitSegments = (path: string): string[] => path.split('/').filter((part) => part !== '')
const joinSegments = (segments: readonly string[]): string => `/${segments.join('/')}`

/** The last fixed part of a path, as the name of one thing: `/store/orders` to `order`. */
const findNoun = (segments: readonly string[], nouns: ReadonlySet<string>): string => {
  const word = segments.filter((part) => readParameter(part) === undefined).at(-1) ?? 'thing'
  return nameWords(word)
    .map((one, i, all) => (i === all.length - 1 ? findSingularAmong(nouns, one) : one))
    .join(' ')
}

/**
 * The field of an object that a parameter of a path names it by: `petId` may be `petId` or `id`.
 *
 * @param type JSON type of the parameter: `/repos/{repo}` takes the name of a repository, and not its number
 */
function findIdField(
  schema: JsonObject,
  parameter: string,
  noun: string,
  type: string | undefined,
): string | undefined {
  const fields = readProperties(schema)
  const bare = new Map(Object.keys(fields).map((field) => [normalizeBareName(field), field]))
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
    return isObject(property) && readSchemaType(property) === type
  }
  return candidates.find(isOfType) ?? candidates[0]
}

const readResponse = ({ output }: Operation): JsonObject => readResultSchema(output).output

/** An operation with its path taken apart. */
interface PlacedOperation {
  operation: Operation
  method: string
  segments: string[]
}

/** A kind of thing with the path at which one of it is reached. */
interface FoundEntity extends EntityDraft {
  noun: string
  collection: string
  item: string
  /** Whether a client names new things itself: nothing else makes them, and they do not repeat their name. */
  isPut: boolean
}

const removeLastSegment = (path: string): string => joinSegments(splitSegments(path).slice(0, -1))

/** Whether paths reach the same things: `/recipe/{id}` one and `/recipes` all. */
const isSameCollection = (
  one: Pick<FoundEntity, 'id' | 'noun' | 'collection'>,
  { id, noun, collection }: Pick<FoundEntity, 'id' | 'noun' | 'collection'>,
): boolean =>
  one.id === id && one.noun === noun && removeLastSegment(one.collection) === removeLastSegment(collection)

const ID_TYPES: readonly Json[] = ['string', 'integer', 'number']

/** The object of a response that has the id, and its name. */
function findEntityPart(
  parts: readonly ResultPart[],
  segments: readonly string[],
  noun: string,
  input: JsonObject = {},
): (ResultPart & { id: string }) | undefined {
  const parameter = readParameter(segments.at(-1)) as string
  const taken = readProperties(input)[parameter]
  const type = isObject(taken) ? readSchemaType(taken) : undefined
  for (const part of parts) {
    const id = findIdField(part.schema, parameter, noun, type)
    const field = id === undefined ? undefined : readProperties(part.schema)[id]
    if (id !== undefined && isObject(field) && ID_TYPES.includes(field.type ?? null)) return { ...part, id }
  }
  return undefined
}

/** Names that a kind of thing may have, best first: later ones are for where several things would share one. */
function listEntityNames(
  segments: readonly string[],
  nouns: ReadonlySet<string>,
  type: string | undefined,
): string[] {
  const fixed = segments
    .filter((part) => readParameter(part) === undefined)
    .map((part) => findNoun([part], nouns))
  return [
    ...fixed.map((_, i) => joinPascalCase(nameWords(fixed.slice(-1 - i).join(' ')))),
    ...(type === undefined ? [] : [type.split('.').at(-1) ?? type, type]),
    joinPascalCase(nameWords(segments.map((one) => readParameter(one) ?? one).join(' '))),
  ]
}

/** What a client puts and reads under a key of its own, which the answer need not repeat: `/kv/{key}`. */
function putPart(
  read: PlacedOperation | undefined,
  put: PlacedOperation | undefined,
  id: string,
): { schema: JsonObject; id: string } | undefined {
  const schema = read === undefined ? {} : readResponse(read.operation)
  if (put === undefined || !takesFieldsOf(put.operation, { schema, id })) return undefined
  const properties = { [id]: readProperties(put.operation.input)[id] ?? {}, ...readProperties(schema) }
  return { schema: { ...schema, properties }, id }
}

function findEntities(placed: readonly PlacedOperation[]): FoundEntity[] {
  const findPlaced = (path: string, method: string): PlacedOperation | undefined =>
    placed.find((one) => one.method === method && joinSegments(one.segments) === path)
  // Things that are made and listed need no address of their own.
  const items = new Set(
    placed.flatMap(({ method, segments }) => {
      const path = joinSegments(segments)
      if (readParameter(segments.at(-1)) !== undefined) return [path]
      const isListed = method === 'POST' && findPlaced(path, 'GET') !== undefined
      const hasItems = placed.some(
        (one) =>
          readParameter(one.segments.at(-1)) !== undefined &&
          joinSegments(one.segments.slice(0, -1)) === path,
      )
      return isListed && !hasItems ? [`${path}/{id}`] : []
    }),
  )
  // A parameter names one thing too: `/cookies/{cookie_id}`.
  const stems = placed.flatMap(({ segments }) =>
    segments.flatMap(
      (one) =>
        readIdStem(readParameter(one) ?? '')
          ?.split(' ')
          .at(-1) ?? [],
    ),
  )
  const nouns = new Set([...collectNouns(placed.map(({ operation }) => operation)), ...stems])
  const found: FoundEntity[] = []
  for (const item of items) {
    const segments = splitSegments(item)
    const parameter = readParameter(segments.at(-1)) as string
    const collection = joinSegments(segments.slice(0, -1))
    const noun = findNoun(segments, nouns)
    const onOne = ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => findPlaced(item, method))
    const [read, put, patch] = onOne
    const list = findPlaced(collection, 'GET')
    const { input } = onOne.find((one) => one !== undefined)?.operation ?? {}
    const findShownPart = (one: PlacedOperation | undefined, partsIn: typeof listObjects) =>
      one && findEntityPart(partsIn(readResponse(one.operation)), segments, noun, input)
    const [known] = [
      findShownPart(read, listObjects),
      findShownPart(list, listsIn),
      ...[put, patch, findPlaced(collection, 'POST')].map((one) => findShownPart(one, listObjects)),
    ].filter((one) => one !== undefined)
    const isPut =
      known === undefined && readIdStem(parameter) === undefined && !findPlaced(collection, 'POST')
    const part = known ?? (isPut ? putPart(read, put, parameter) : undefined)
    if (part === undefined) continue
    const type = readTypeName(part.schema)
    const scope = segments.slice(0, -1).flatMap((one) => readParameter(one) ?? [])
    const name =
      found.find((other) => isSameCollection(other, { id: part.id, noun, collection }))?.name ??
      listEntityNames(segments, nouns, type).find((one) => found.every((other) => other.name !== one))
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
        ...(readIdStem(parameter) ? [readIdStem(parameter) as string] : []),
      ],
      collection,
      item,
      isPut,
    })
  }
  for (const entity of found) {
    const within = splitSegments(entity.collection)
    const end = within.findLastIndex((one) => readParameter(one) !== undefined)
    const parent =
      end < 0 ? undefined : found.find(({ item }) => item === joinSegments(within.slice(0, end + 1)))
    if (parent !== undefined) entity.parent = parent.name
  }
  return found
}

const isWithin = ({ input }: Operation, { scope }: EntityDraft): boolean =>
  scope.every((name) => name in readProperties(input))

/** The field that an action at the end of a path sets: `/appointments/{id}/cancel` a status to `cancelled`. */
function setBy(action: string, schema: JsonObject): JsonObject | undefined {
  const stem = action.toLowerCase().slice(0, 5)
  for (const [name, field] of Object.entries(readProperties(schema))) {
    if (!isObject(field) || !Array.isArray(field.enum)) continue
    const value = field.enum.find((one) => typeof one === 'string' && one.toLowerCase().startsWith(stem))
    if (stem.length >= 4 && value !== undefined) return { [name]: value as Json }
  }
  return undefined
}

const isSameKind = (part: ResultPart, entity: FoundEntity): boolean =>
  part.schema === entity.schema ||
  (readTypeName(part.schema) !== undefined && readTypeName(part.schema) === readTypeName(entity.schema))

/** Where a result shows a thing: what is of its type, else what has its id (`{ "data": { "id": ... } }`). */
const findPlace = (parts: readonly ResultPart[], entity: FoundEntity): string | undefined =>
  (
    parts.find((part) => isSameKind(part, entity)) ??
    parts.find(({ schema }) => entity.id in readProperties(schema))
  )?.at

/** Reads off the paths of an API what its operations do, and to what. */
export function inferShapeOfPaths(operations: readonly Operation[]): {
  entities: EntityDraft[]
  roleOf: (operation: Operation) => Role
} {
  const placed = operations.flatMap((operation): PlacedOperation[] =>
    operation.http === undefined
      ? []
      : [{ operation, method: operation.http.method, segments: splitSegments(operation.http.path) }],
  )
  const found = findEntities(placed)
  const roles = new Map(placed.map((one) => [one.operation, inferRole(one, found)]))
  // What a path without parameters does not tell its name may: `POST /notes.create`.
  const rest = placed.flatMap(({ operation, segments }) =>
    roles.get(operation)?.kind === 'opaque' && segments.every((one) => readParameter(one) === undefined)
      ? [operation]
      : [],
  )
  const byName = inferShapeOfNames(rest)
  const added = byName.entities.filter(({ name }) => found.every((one) => one.name !== name))
  for (const operation of rest) {
    const role = byName.roleOf(operation)
    if (added.some(({ name }) => name === role.entity)) roles.set(operation, role)
  }
  return {
    entities: [...mergeKinds(found), ...added],
    roleOf: (operation) => roles.get(operation) ?? { kind: 'opaque' },
  }
}

const takesFieldsOf = (
  { input, http }: Operation,
  { schema, id }: Pick<EntityDraft, 'schema' | 'id'>,
): boolean => {
  const fields = readProperties(schema)
  const path = new Set(splitSegments(http?.path ?? '').flatMap((one) => readParameter(one) ?? []))
  const isField = (name: string): boolean => name !== id && !path.has(name) && name in fields
  return Object.entries(readProperties(input)).some(
    ([name, property]) =>
      isField(name) || (isObject(property) && Object.keys(readProperties(property)).some(isField)),
  )
}

function inferRole({ operation, method, segments }: PlacedOperation, found: readonly FoundEntity[]): Role {
  const path = joinSegments(segments)
  const response = readResponse(operation)
  const onItem = found.find(({ item }) => item === path)
  if (onItem !== undefined) {
    const parameter = readParameter(segments.at(-1)) as string
    const place = findPlace(listObjects(response), onItem)
    const role = { entity: onItem.name, id: parameter, ...(place === undefined ? {} : { at: place }) }
    const shown = findEntityPart(listObjects(response), segments, onItem.noun, operation.input)
    if (method === 'GET') return { ...role, kind: 'read', at: shown?.at ?? '' }
    if (method === 'DELETE') return { ...role, kind: 'delete' }
    if (method === 'PUT' && onItem.isPut) return { ...role, kind: 'update', upsert: true }
    if (method === 'PUT' || method === 'PATCH') return { ...role, kind: 'update' }
    if (method === 'POST' && takesFieldsOf(operation, onItem)) return { ...role, kind: 'update' }
    return { kind: 'opaque', entity: onItem.name, id: parameter }
  }
  const onCollection = found.find(({ collection }) => collection === path)
  const role = onCollection && inferRoleOnCollection(operation, method, response, onCollection)
  return role ?? inferRoleByResponse(operation, method, segments, response, found)
}

function inferRoleOnCollection(
  operation: Operation,
  method: string,
  response: JsonObject,
  entity: FoundEntity,
): Role | undefined {
  const place = findPlace(listObjects(response), entity)
  const role = { entity: entity.name, ...(place === undefined ? {} : { at: place }) }
  if (method === 'GET') {
    const list =
      listsIn(response).find((part) => isSameKind(part, entity)) ??
      listsIn(response).find((part) => entity.id in readProperties(part.schema))
    return list === undefined ? undefined : { entity: entity.name, kind: 'list', at: list.at }
  }
  if (method === 'POST' && takesFieldsOf(operation, entity)) {
    // Where the document does not say what comes back it is the new thing, or nobody would know its id.
    const isSilent = Object.keys(operation.output).length === 0
    return { ...role, kind: 'create', ...(isSilent ? { at: '', output: entity.schema } : {}) }
  }
  // `PUT /pet` with the id in the body.
  if ((method === 'PUT' || method === 'PATCH') && entity.id in readProperties(operation.input))
    return { ...role, kind: 'update', id: entity.id }
  return undefined
}

/** What an operation elsewhere does to things whose type it returns. */
function inferRoleByResponse(
  operation: Operation,
  method: string,
  segments: readonly string[],
  response: JsonObject,
  found: readonly FoundEntity[],
): Role {
  const path = joinSegments(segments)
  for (const entity of found) {
    if (!isWithin(operation, entity)) continue
    const list = listsIn(response).find((part) => isSameKind(part, entity))
    if (method === 'GET' && list !== undefined) return { entity: entity.name, kind: 'list', at: list.at }
    const single = listObjects(response).find((part) => isSameKind(part, entity))
    if (single === undefined || method === 'GET') continue
    // A thing with an id of its own tells of itself, not of what stands in it: the owner of a repository.
    if (
      single.at !== '' &&
      findEntityPart([{ at: '', schema: response }], splitSegments(entity.item), entity.noun)
    )
      continue
    const action = segments.at(-1) ?? ''
    const item = joinSegments(segments.slice(0, -1))
    if (item === entity.item && method !== 'DELETE') {
      const sets = setBy(action, entity.schema)
      if (sets === undefined && !takesFieldsOf(operation, entity)) continue
      const id = readParameter(segments.at(-2)) as string
      return {
        entity: entity.name,
        kind: 'update',
        id,
        at: single.at,
        ...(sets === undefined ? {} : { sets }),
      }
    }
    if (method === 'POST' && readParameter(action) === undefined && takesFieldsOf(operation, entity))
      return { entity: entity.name, kind: 'create', at: single.at }
  }
  // What is done on a thing cannot be done where the thing is not there.
  const about = found
    .filter(({ item }) => path.startsWith(`${item}/`))
    .sort((a, b) => b.item.length - a.item.length)[0]
  const id = about === undefined ? undefined : readParameter(splitSegments(about.item).at(-1))
  return about === undefined || id === undefined
    ? {
        kind: 'opaque',
        why:
          readParameter(segments.at(-1)) !== undefined
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
