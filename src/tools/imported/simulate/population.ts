import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { nameWords, normalizeBareName } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject, readObject } from '../../../shared/json.ts'
import { RecentMap } from '../../../shared/memoize.ts'
import { readSchemaType } from '../../../shared/schema-value.ts'
import { Draw } from '../../world/draw.ts'
import type { DrawMemory, World } from '../../world/world.ts'
import { readIdStem } from '../import/id-fields.ts'
import { addMeanings } from '../infer-types.ts'
import type { Entity, Toolkit } from '../toolkit.ts'
import { drawPerson, type Making } from './making.ts'
import { makeUpObject, makeUpValue } from './values.ts'

/**
 * Every world has the same number of each kind of thing. Of some the id is the same in every world, so that a prompt can
 * speak of them by id; of some the name, so that a prompt can speak of them by name. Everything else is drawn anew, and
 * things refer to those of which nothing can be known beforehand.
 */
const KNOWN = 6
const NAMED = 6
const HIDDEN = 6
const ALL = KNOWN + NAMED + HIDDEN

const EVERY_WORLD = 1
/** Integer ids that are the same in every world have four digits where their schema lets them. */
const KNOWN_IDS = { min: 1000, max: 9999 }

/** Things of worlds that are remembered; up to twice as many are. */
const MAX_REMEMBERED = 2500

/** Whole numbers from a first one up to the end, which is left out. */
const listNumbers = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i)

export type ParentKeys = readonly Json[]

export const formatKey = (id: Json): string => (typeof id === 'string' ? id : JSON.stringify(id))

/** Values by the parameters that say within what a thing lies. */
export const nameScope = (names: readonly string[], scope: ParentKeys): JsonObject =>
  Object.fromEntries(names.map((name, i) => [name, scope[i] ?? null]))

/** The field of a record that holds the parameter within which it lies: `RecipeID` of `recipeId`; `id` alone is its own. */
export function findScopeField(parameter: string, { schema, id }: Entity): string | undefined {
  const fields = readObject(schema.properties)
  const bare = normalizeBareName(parameter)
  const named = parameter in fields ? [parameter] : Object.keys(fields)
  return bare === 'id'
    ? undefined
    : named.find(
        (name) =>
          normalizeBareName(name) === bare &&
          name !== id &&
          readSchemaType(readObject(fields[name])) !== 'object',
      )
}

/** A record with its id, as its schema has it, and with the fields that say within what it lies. */
export function placeRecord(record: JsonObject, id: Json, entity: Entity, scope: ParentKeys): JsonObject {
  const fitTo = (field: string, value: Json): Json =>
    readSchemaType(readObject(readObject(entity.schema.properties)[field])) === 'string'
      ? formatKey(value)
      : value
  const placed = { ...record, [entity.id]: fitTo(entity.id, id) }
  for (const [i, parameter] of entity.scope.entries()) {
    const field = findScopeField(parameter, entity)
    if (field !== undefined && record[field] !== undefined) placed[field] = fitTo(field, scope[i] as Json)
  }
  return placed
}

const buildScopeKey = (name: string, scope: ParentKeys): string =>
  `${name} ${scope.length === 0 ? '' : JSON.stringify(scope)}`

/** The things of one toolkit as they are before anything happens in a world. */
export class Population {
  private readonly toolkit: Toolkit
  private readonly records: DrawMemory<JsonObject> = new RecentMap(MAX_REMEMBERED)
  private readonly ids: DrawMemory<Json> = new RecentMap(MAX_REMEMBERED)

  constructor(toolkit: Toolkit) {
    const entities = Object.entries(toolkit.entities).map(([name, entity]): [string, Entity] => [
      name,
      { ...entity, schema: addMeanings(entity.schema) },
    ])
    this.toolkit = { ...toolkit, entities: Object.fromEntries(entities) }
  }

  private findEntity(name: string): Entity {
    return this.toolkit.entities[name] as Entity
  }

  /** The range of an integer id that is too small to draw from. */
  private narrow(name: string): { min: number; span: number } | undefined {
    const { minimum, maximum, type } = this.findEntity(name).idSchema
    if (![type].flat().includes('integer') || typeof minimum !== 'number' || typeof maximum !== 'number')
      return undefined
    const span = maximum - minimum + 1
    return span < 100_000 ? { min: minimum, span } : undefined
  }

  /** How many there are of a kind. */
  computeSize(name: string): number {
    // In a small range some ids stay free for what is created.
    const room = this.narrow(name)?.span ?? 2 * ALL
    return Math.max(1, Math.min(ALL, Math.floor(room / 2)))
  }

  /** Numbers of the things that a prompt can speak of by id. */
  listKnown(name: string): number[] {
    return listNumbers(0, Math.min(KNOWN, this.computeSize(name)))
  }

  /** Numbers of the things that a prompt can speak of by their key. */
  listNamed(name: string): number[] {
    if (this.findEntity(name).key === undefined) return []
    return listNumbers(KNOWN, Math.min(KNOWN + NAMED, this.computeSize(name)))
  }

  private listHidden(name: string): number[] {
    const size = this.computeSize(name)
    return listNumbers(Math.min(KNOWN + NAMED, Math.max(0, size - 1)), size)
  }

  /** The number of the thing whose id has a key; undefined if no thing has it. */
  placeOfKey(world: World, name: string, scope: ParentKeys, key: string): number | undefined {
    const places = listNumbers(0, this.computeSize(name))
    return places.find((place) => formatKey(this.computeId(world, name, scope, place)) === key)
  }

  /** The id of a thing: of those known by id the same in every world. */
  computeId(world: World, name: string, scope: ParentKeys, place: number): Json {
    return world.remember(this.ids, `${place} ${buildScopeKey(name, scope)}`, () =>
      this.drawId(world, name, scope, place),
    )
  }

  private drawId(world: World, name: string, scope: ParentKeys, place: number): Json {
    const { idSchema } = this.findEntity(name)
    const isKnown = place < KNOWN
    const parts: Json[] = [this.toolkit.name, name, [...scope]]
    const fixed = new Draw(EVERY_WORLD, 'toolkit id', parts)
    const narrow = this.narrow(name)
    if (narrow !== undefined) return narrow.min + (place % narrow.span)
    if (readSchemaType(idSchema) === 'integer') {
      if (!isKnown) return this.drawNumericId(world, name, scope, place)
      // 1009 has no divisor in common with 9000, so that no two are alike.
      const first = fixed.number('first', undefined, { min: 0, max: 8999, decimals: 0 })
      return KNOWN_IDS.min + ((first + place * 1009) % 9000)
    }
    const samples = Array.isArray(idSchema.enum) ? idSchema.enum : []
    if (samples.length > 0) return samples[place % samples.length] as Json
    const draw = isKnown
      ? new Draw(EVERY_WORLD, 'toolkit id', [...parts, place])
      : world.draw('toolkit id', ...parts, place)
    return this.drawTextId(draw, name, place, isKnown)
  }

  private drawNumericId(world: World, name: string, scope: ParentKeys, place: number): Json {
    const { minimum, maximum } = this.findEntity(name).idSchema
    const [min, max] = [
      Math.max(10_000, Number(minimum ?? 0)),
      Math.min(999_999_999, Number(maximum ?? 999_999_999)),
    ]
    const draw = world.draw('toolkit id', this.toolkit.name, name, [...scope], place)
    const value = draw.number('id', undefined, { min, max: max - ALL, decimals: 0 })
    // No two of a population are alike: their remainders differ.
    return value - (value % ALL) + place
  }

  drawTextId(draw: Draw, name: string, place: number, isShort: boolean): Json {
    const { idSchema, id } = this.findEntity(name)
    const { format, pattern } = idSchema
    const isSpoken = readIdStem(id) === undefined && format === undefined && pattern === undefined
    const making: Making = {
      draw,
      owner: name,
      place,
      of: ALL,
      now: 0,
      idOf: () => {
        const word = nameWords(name).at(-1) ?? 'id'
        return isShort
          ? `${word}-${draw.number('short', undefined, { min: 1000, max: 9999, decimals: 0 })}`
          : `${word}-${draw.token('id', 12)}`
      },
    }
    const { [SEMANTIC_KEY]: meaning = '', ...plain } = idSchema
    return makeUpValue(
      isSpoken || format !== undefined || pattern !== undefined
        ? plain
        : { ...plain, [SEMANTIC_KEY]: meaning || `id:${name}` },
      id,
      '',
      making,
    )
  }

  /**
   * The id of one of the things of a kind that nobody can know beforehand; an id of no thing where there are none, or
   * where nothing says within what they lie.
   */
  private drawReference(
    world: World,
    kind: string,
    at: string,
    schema: JsonObject,
    draw: Draw,
    within: JsonObject,
  ): Json {
    const entity = this.toolkit.entities[kind]
    const isText = !['integer', 'number'].includes(readSchemaType(schema) ?? '')
    if (entity?.scope.every((name) => within[name] !== undefined)) {
      const scope = entity.scope.map((name) => within[name] as Json)
      const value = this.computeId(world, kind, scope, draw.pick(at, undefined, this.listHidden(kind)))
      if (isText) return String(value)
      if (typeof value === 'number') return value
    }
    if (!isText) return draw.number(at, undefined, { min: 100_000, max: 999_999_999, decimals: 0 })
    if (schema.format === 'uuid')
      return makeUpValue({ type: 'string', format: 'uuid' }, '', at, this.createMaking(world, draw, kind, 0))
    return `${nameWords(kind).at(-1) ?? 'id'}-${draw.token(at, 12)}`
  }

  /** @param within Values of the parameters that say within what the thing lies */
  createMaking(world: World, draw: Draw, owner: string, place: number, within: JsonObject = {}): Making {
    return {
      draw,
      owner,
      place,
      of: ALL,
      now: world.clock.now,
      idOf: (kind, at, schema) => this.drawReference(world, kind, at, schema, draw, within),
    }
  }

  /** A thing as it is before anything happens; not to be changed. */
  recordAt(world: World, name: string, scope: ParentKeys, place: number): JsonObject {
    return world.remember(this.records, `${place} ${buildScopeKey(name, scope)}`, () =>
      this.drawRecord(world, name, scope, place),
    )
  }

  private drawRecord(world: World, name: string, scope: ParentKeys, place: number): JsonObject {
    const { schema, key, scope: names } = this.findEntity(name)
    const parts: Json[] = [this.toolkit.name, name, [...scope], place]
    const isNamed = key !== undefined && this.listNamed(name).includes(place)
    const making: Making = {
      ...this.createMaking(world, world.draw('toolkit', ...parts), name, place, nameScope(names, scope)),
      ...(isNamed ? { person: drawPerson(this.createFixedMaking(name, scope, place), '/') } : {}),
    }
    const made = makeUpObject(schema, '', making)
    const id = this.computeId(world, name, scope, place)
    const record = placeRecord(made, id, this.findEntity(name), scope)
    if (isNamed) record[key] = this.computeKey(name, scope, place)
    return record
  }

  /** What a prompt calls one of the things that are known by their key. */
  computeKey(name: string, scope: ParentKeys, place: number): Json {
    const { schema, key = '' } = this.findEntity(name)
    const field = isObject(schema.properties) ? schema.properties[key] : undefined
    const making = this.createFixedMaking(name, scope, place)
    return makeUpValue(isObject(field) ? field : {}, key, `/${key}`, making)
  }

  /** What makes up values that are the same in every world. */
  private createFixedMaking(name: string, scope: ParentKeys, place: number): Making {
    const draw = new Draw(EVERY_WORLD, 'toolkit key', [this.toolkit.name, name, [...scope], place])
    return { draw, owner: name, place, of: ALL, now: Date.UTC(2027, 0, 1), idOf: () => '' }
  }
}
