import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { ToolError } from '../../simulators/tool-error.ts'
import type { World } from '../../world/world.ts'
import type { Entity, ImportedTool, Toolkit } from '../toolkit.ts'
import { type ParentKeys, Population } from './population.ts'

/** An id as the key of a store. */
const keyOf = (id: Json): string => (typeof id === 'string' ? id : JSON.stringify(id))

/** The things of a toolkit in a world: what is there, what was made, changed and removed. */
export class EntityStore {
  readonly population: Population
  private readonly toolkit: Toolkit

  constructor(toolkit: Toolkit) {
    this.toolkit = toolkit
    this.population = new Population(toolkit)
  }

  entity(name: string): Entity {
    return this.toolkit.entities[name] as Entity
  }

  /** What has changed since the beginning: things by their ids, null for those that are gone. */
  private changes(world: World, name: string, scope: ParentKeys): Map<string, Json> {
    return world.store(`toolkit ${this.toolkit.name} ${name} ${JSON.stringify(scope)}`, () => [])
  }

  private find(world: World, name: string, scope: ParentKeys, id: Json): JsonObject | undefined {
    const changed = this.changes(world, name, scope).get(keyOf(id))
    if (changed !== undefined) return isObject(changed) ? changed : undefined
    const place = this.population.placeOf(world, name, scope, id)
    return place === undefined ? undefined : this.population.recordAt(world, name, scope, place)
  }

  /**
   * Within what a call's thing lies, by its arguments.
   *
   * @throws ToolError where the toolkit knows what it lies within, and there is no such thing
   */
  scopeOf(world: World, name: string, args: JsonObject): ParentKeys {
    const { scope, parent } = this.entity(name)
    const values = scope.map((parameter) => args[parameter] ?? null)
    if (parent !== undefined) {
      const parameter = scope[this.entity(parent).scope.length] as string
      this.one(world, parent, values.slice(0, -1), values.at(-1) as Json, parameter)
    }
    return values
  }

  /** One thing by its id. Throws a 404 that names the parameter where there is none. */
  one(world: World, name: string, scope: ParentKeys, id: Json, parameter: string): JsonObject {
    const record = this.find(world, name, scope, id)
    if (record !== undefined) return record
    throw new ToolError(404, `there is no ${name} with ${parameter} ${JSON.stringify(id)}`, parameter)
  }

  all(world: World, name: string, scope: ParentKeys): JsonObject[] {
    const changes = this.changes(world, name, scope)
    const { id } = this.entity(name)
    const first = Array.from({ length: this.population.size(name) }, (_, place) =>
      this.population.recordAt(world, name, scope, place),
    )
    const keys = new Set(first.map((record) => keyOf(record[id] as Json)))
    return [
      ...first.map((record): Json => {
        const changed = changes.get(keyOf(record[id] as Json))
        return changed === undefined ? record : changed
      }),
      ...[...changes].flatMap(([key, record]) => (keys.has(key) ? [] : [record])),
    ].filter(isObject)
  }

  has(world: World, name: string, scope: ParentKeys, id: Json): boolean {
    return this.find(world, name, scope, id) !== undefined
  }

  put(world: World, name: string, scope: ParentKeys, record: JsonObject): void {
    this.changes(world, name, scope).set(keyOf(record[this.entity(name).id] as Json), record)
  }

  remove(world: World, name: string, scope: ParentKeys, id: Json): void {
    this.changes(world, name, scope).set(keyOf(id), null)
  }
}

/** The fields of a thing that a call gives: its arguments that are fields, less what names it, and what the tool sets. */
export function givenFields(args: JsonObject, { id, sets }: ImportedTool, entity: Entity): JsonObject {
  const fields = isObject(entity.schema.properties) ? entity.schema.properties : {}
  const given = Object.entries(args).filter(([name]) => name in fields && name !== id)
  return { ...Object.fromEntries(given), ...sets }
}
