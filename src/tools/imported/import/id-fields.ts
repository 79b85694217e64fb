import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { joinPascalCase, nameWords, normalizeBareName } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { singular } from '../../../shared/singular.ts'
import { TYPE_NAME } from './json-schema.ts'

/** Words behind which the name of an id stands: `petId`, `pet_uuid`. */
const ID_WORDS = new Set(['id', 'ids', 'uuid', 'guid'])

/** Shortest name of a kind that a longer one may end in: `primaryDoctorId` is the id of a doctor. */
const MIN_ENDING_LENGTH = 4

/** The name before `Id`; undefined where a name is none of an id, empty where it is `id` alone. */
export function readIdStem(name: string): string | undefined {
  const words = nameWords(name)
  return ID_WORDS.has(words.at(-1) ?? '') ? words.slice(0, -1).join(' ') : undefined
}

/**
 * The words of a field beside a word that names the ids of one kind alone: `eur` of `eurIcan`, where an account has an `ican`.
 * Undefined where the field has no such word.
 */
export function splitIdWord(field: string, idField: string): readonly string[] | undefined {
  const words = nameWords(field)
  const [idWord = '', ...more] = nameWords(idField)
  const at = words.indexOf(idWord)
  const isName = more.length > 0 || ID_WORDS.has(idWord) || idWord === 'number'
  return isName || at < 0 || words.length === 1 ? undefined : words.toSpliced(at, 1)
}

/** Fields that hold things of any kind, and so say nothing of what they hold. */
export const CONTAINERS: ReadonlySet<string> = new Set(
  'content contents data entries items list nodes objects records response result results rows values'.split(
    ' ',
  ),
)

/** Which kinds of things there are, by all names that they go by. */
export class EntityKinds {
  private readonly byAlias = new Map<string, string>()
  /** Kinds by a field of theirs that is an id and does not say so: `username`. */
  private readonly byField = new Map<string, string | undefined>()
  private readonly idFields = new Map<string, string>()
  private readonly idSchemas = new Map<string, JsonObject>()

  /** @param isShared Whether things of other kinds have a field of this name: then it says nothing, such as `name` */
  add(
    entity: string,
    idField: string,
    idSchema: JsonObject,
    aliases: readonly string[],
    isShared: boolean,
  ): void {
    this.idSchemas.set(entity, idSchema)
    for (const alias of [entity, ...aliases]) {
      const bare = normalizeBareName(alias)
      if (bare !== '' && !this.byAlias.has(bare)) this.byAlias.set(bare, entity)
    }
    this.idFields.set(entity, idField)
    if (readIdStem(idField) !== undefined || isShared) return
    // Where two kinds share such a field it says nothing.
    this.byField.set(idField, this.byField.has(idField) ? undefined : entity)
  }

  /** Whether a kind goes by this very name. */
  has(name: string): boolean {
    return this.byAlias.has(normalizeBareName(name))
  }

  /** The kind of a name such as `pet` or `primary doctor`; the name itself where no kind has that name. */
  findNamed(stem: string): string {
    const bare = normalizeBareName(stem)
    const exact = this.byAlias.get(bare)
    if (exact !== undefined) return exact
    const ending = [...this.byAlias.keys()]
      .filter((alias) => alias.length >= MIN_ENDING_LENGTH && bare.endsWith(alias))
      .sort((a, b) => b.length - a.length)[0]
    return ending === undefined ? joinPascalCase(nameWords(stem)) : (this.byAlias.get(ending) as string)
  }

  /** The kind that `id` alone is of; where a thing is known by another field its number is a kind of its own. */
  buildOwnId(entity: string, field: string): string {
    const known = this.idFields.get(entity)
    return known === undefined || known === field ? entity : `${entity}.${field}`
  }

  /** The kind that a field of a thing identifies, where its name does not say that it is an id: `username`, `gid`. */
  findByIdField(field: string, owner: string | undefined): string | undefined {
    return this.byField.get(field) ?? (this.idFields.get(owner ?? '') === field ? owner : undefined)
  }

  /** The kind whose numbers have a name of their own, of which a field is one: `eurIcan`. */
  findNumbered(field: string, { type }: JsonObject): string | undefined {
    if (type !== 'integer') return undefined
    const isOf = ([idField, kind]: readonly [string, string | undefined]): boolean =>
      kind !== undefined &&
      this.idSchemas.get(kind)?.type === 'integer' &&
      splitIdWord(field, idField) !== undefined
    return [...this.byField].find(isOf)?.[1]
  }

  /** The kind of thing that a field names by its last words, where it can hold an id of one: `from_port`. */
  findReferredTo(field: string, { type, format }: JsonObject): string | undefined {
    const words = nameWords(field)
    // What is the id of one kind and the name of another says nothing.
    if ([...this.idFields].some(([, id]) => id === field)) return undefined
    for (let from = 0; from < words.length; from++) {
      const kind = this.byAlias.get(words.slice(from).join(''))
      const { [SEMANTIC_KEY]: _, ...idSchema } = this.idSchemas.get(kind ?? '') ?? {}
      if (
        kind !== undefined &&
        idSchema.type === type &&
        (format === undefined || format === idSchema.format)
      )
        return kind
    }
    return undefined
  }
}

/** Whether an id can stand in a place of this schema: a text or a number, not one of a few. */
const canBeId = ({ type, enum: members, format }: JsonObject): boolean =>
  members === undefined &&
  format !== 'date' &&
  format !== 'date-time' &&
  [type].flat().some((one) => one === 'string' || one === 'integer' || one === 'number')

/**
 * A schema that says under `x-semantic` of what kind of thing an id is: `id:Pet`.
 *
 * @param owner Kind of the thing that the schema describes, if known
 */
export function addIdTypes(schema: JsonObject, kinds: EntityKinds, owner: string | undefined): JsonObject {
  const kind = typeof schema[TYPE_NAME] === 'string' ? kinds.findNamed(schema[TYPE_NAME]) : owner
  const typed: JsonObject = { ...schema }
  if (isObject(schema.properties)) {
    typed.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, child]) => [name, addIdType(name, child, kinds, kind)]),
    )
  }
  for (const key of ['items', 'additionalProperties'] as const) {
    const child = schema[key]
    if (isObject(child)) typed[key] = addIdTypes(child, kinds, kind)
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const options = schema[key]
    if (Array.isArray(options))
      typed[key] = options.map((option) => (isObject(option) ? addIdTypes(option, kinds, kind) : option))
  }
  return typed
}

/** The kind of thing that a field holds an id of by its name; a name of the kind itself is none. */
function findNamedKind(name: string, child: JsonObject, kinds: EntityKinds, owner: string | undefined) {
  const one = child.type === 'array' ? child.items : child
  const kind = isObject(one)
    ? (kinds.findNumbered(name, one) ??
      kinds.findReferredTo(child.type === 'array' ? singular(name) : name, one))
    : undefined
  return kind === owner ? undefined : kind
}

function addIdType(name: string, child: Json, kinds: EntityKinds, owner: string | undefined): Json {
  if (!isObject(child)) return child
  const stem = readIdStem(name)
  const kind =
    stem === undefined
      ? (kinds.findByIdField(name, owner) ?? findNamedKind(name, child, kinds, owner))
      : stem !== ''
        ? kinds.findNamed(stem)
        : owner && kinds.buildOwnId(owner, name)
  if (kind !== undefined && child[SEMANTIC_KEY] === undefined) {
    if (canBeId(child)) return { ...child, [SEMANTIC_KEY]: `id:${kind}` }
    if (child.type === 'array' && isObject(child.items) && canBeId(child.items))
      return { ...child, items: { ...child.items, [SEMANTIC_KEY]: `id:${kind}` } }
  }
  // What stands under `customer` is a customer, unless its schema is called otherwise.
  const named = child.type === 'array' ? singular(name) : name
  return addIdTypes(child, kinds, CONTAINERS.has(name) && !kinds.has(named) ? owner : kinds.findNamed(named))
}
