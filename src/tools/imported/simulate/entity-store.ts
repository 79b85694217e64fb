import { ToolError } from '../../../schema/tool-error.ts'
import { copyJson, isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { readSchemaType } from '../../../shared/schema-value.ts'
import type { World } from '../../world/world.ts'
import { RecordStore } from '../store/records.ts'
import type { Entity, ImportedTool, Toolkit } from '../toolkit.ts'
import { findScopeField, formatKey, type ParentKeys, Population } from './population.ts'

/** The things of a toolkit in a world: what is there, what was made, changed and removed. */
export class EntityStore {
  readonly population: Population
  private readonly toolkit: Toolkit

  constructor(toolkit: Toolkit) {
    this.toolkit = toolkit
    this.population = new Population(toolkit)
  }

  findEntity(name: string): Entity {
    return this.toolkit.entities[name] as Entity
  }

  /** The things of a kind within others, in a world. */
  openRecords(world: World, name: string, scope: ParentKeys): RecordStore {
    const { population } = this
    const entity = this.findEntity(name)
    const { id, scope: parameters } = entity
    const storeName = `toolkit ${this.toolkit.name} ${name} ${JSON.stringify(scope)}`
    const given = world.readGivenRecords(name)
    if (given !== undefined) {
      const isWithin = (record: JsonObject): boolean =>
        parameters.every((one, i) => {
          const field = findScopeField(one, entity)
          return field === undefined || String(record[field] ?? scope[i]) === String(scope[i])
        })
      return new RecordStore(
        world.store(storeName, () =>
          given
            .filter(isObject)
            .filter(isWithin)
            .map((record) => [formatKey(record[id] as Json), copyJson(record)] as const),
        ),
      )
    }
    const makeRecord = (place: number): JsonObject => population.recordAt(world, name, scope, place)
    return new RecordStore(
      world.store(storeName, () => []),
      {
        drawn: {
          all: () =>
            Array.from({ length: population.computeSize(name) }, (_, place) => {
              const record = makeRecord(place)
              return [formatKey(record[id] as Json), record] as const
            }),
          find(key) {
            const place = population.placeOfKey(world, name, scope, key)
            return place === undefined ? undefined : makeRecord(place)
          },
          has: (key) => population.placeOfKey(world, name, scope, key) !== undefined,
        },
      },
    )
  }

  /**
   * Within what a call's thing lies, by its arguments.
   *
   * @throws ToolError where the toolkit knows what it lies within, and there is no such thing
   */
  readScope(world: World, name: string, args: JsonObject): ParentKeys {
    const { scope, parent } = this.findEntity(name)
    const values = scope.map((parameter) => args[parameter] ?? null)
    if (parent !== undefined) {
      const parameter = scope[this.findEntity(parent).scope.length] as string
      const [within, id] = [values.slice(0, -1), values.at(-1) as Json]
      if (!this.openRecords(world, parent, within).has(formatKey(id)))
        throw createMissingError(parent, parameter, id)
    }
    return values
  }
}

const createMissingError = (kind: string, parameter: string, id: Json): ToolError =>
  new ToolError(404, `there is no ${kind} with ${parameter} ${JSON.stringify(id)}`, parameter)

/** One thing by its id. Throws a 404 that names the parameter if it is missing. */
export function recordWith(records: RecordStore, kind: string, parameter: string, id: Json): JsonObject {
  const record = records.find(formatKey(id))
  if (record === undefined) throw createMissingError(kind, parameter, id)
  return record
}

/** Whether a field can hold a value by its shape: what names a region by a word is not the region's object. */
const canHold = (field: Json | undefined, value: Json): boolean =>
  !isObject(field) || !['object', 'array'].includes(readSchemaType(field) ?? '') || typeof value === 'object'

/**
 * The fields of a thing that a call gives: its arguments, less what names it, what it lies within and what its fields
 * cannot hold, and what the tool sets. An argument that is not a field and holds fields is the thing itself: `{ "data": { "title": ... } }`.
 */
export function pickGivenFields(args: JsonObject, { id, sets }: ImportedTool, entity: Entity): JsonObject {
  const fields = isObject(entity.schema.properties) ? entity.schema.properties : {}
  const given = Object.entries(args).flatMap(([name, value]): [string, Json][] => {
    if (name === id || (entity.scope.includes(name) && findScopeField(name, entity) !== name)) return []
    const isThing = !(name in fields) && isObject(value) && Object.keys(value).some((key) => key in fields)
    if (isThing) return Object.entries(value)
    return canHold(fields[name], value) ? [[name, value]] : []
  })
  return { ...Object.fromEntries(given), ...sets }
}
