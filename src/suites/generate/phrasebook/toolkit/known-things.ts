import { SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import { nameWords } from '../../../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { schemaTypeOf } from '../../../../shared/schema-value.ts'
import { idStem } from '../../../../tools/imported/import/id-fields.ts'
import { Population } from '../../../../tools/imported/simulate/population.ts'
import { madeUpValue } from '../../../../tools/imported/simulate/values.ts'
import type { Entity, ImportedTool, Toolkit } from '../../../../tools/imported/toolkit.ts'
import { Draw } from '../../../../tools/world/draw.ts'
import { World } from '../../../../tools/world/world.ts'
import { mentionOf } from '../mention.ts'
import { nounOf, spoken } from './labels.ts'

/** Ids of a kind that no tool keeps. */
const MADE_UP_IDS = 6

/** The things of a toolkit that every world holds, and how requests speak of them. */
export class KnownThings {
  readonly population: Population
  /** Any world: what prompts speak of is the same in all. */
  readonly world = new World(1)
  private readonly toolkit: Toolkit
  private readonly containers: ReadonlySet<string>
  /** What kinds of things are called, by their last words too. */
  readonly nouns: ReadonlySet<string>

  constructor(toolkit: Toolkit) {
    this.toolkit = toolkit
    this.population = new Population(toolkit)
    this.containers = containersOf(toolkit)
    this.nouns = new Set(
      Object.keys(toolkit.entities).flatMap((kind) => [nounOf(kind), nameWords(kind).at(-1) ?? '']),
    )
  }

  entityOf(kind: string | undefined): Entity | undefined {
    return this.toolkit.entities[kind ?? '']
  }

  /** Ids of a kind that requests speak of, within what its things lie; of a kind that no tool keeps some are made up. */
  private idsOf(kind: string, schema: JsonObject, within: JsonObject): Json[] {
    const { population, world } = this
    const entity = this.entityOf(kind)
    if (entity?.scope.every((name) => within[name] !== undefined)) {
      const scope = entity.scope.map((name) => within[name] as Json)
      return population.known(kind).map((place) => population.idAt(world, kind, scope, place))
    }
    return Array.from({ length: MADE_UP_IDS }, (_, i): Json => {
      const draw = new Draw(1, 'prompt id', [kind, i])
      if (schema.format === 'uuid')
        return madeUpValue(
          { type: 'string', format: 'uuid' },
          '',
          '',
          population.making(world, draw, kind, i),
        )
      const number = draw.figure('id', undefined, { min: 1000, max: 9999, decimals: 0 })
      return schemaTypeOf(schema) === 'integer' ? number : `${nameWords(kind).at(-1)}-${number}`
    })
  }

  /** The id of a thing: the same one for all requests where other things lie within it. */
  idOf(kind: string, schema: JsonObject, rng: Rng, within: JsonObject): Json {
    const ids = this.idsOf(kind, schema, within)
    return this.containers.has(kind) ? (ids[0] as Json) : rng.pick(ids)
  }

  /** What an id of a kind is called: `pet id`, or the field itself where that is not a plain id. */
  idName(kind: string): string {
    const field = this.entityOf(kind)?.id
    return field === undefined || idStem(field) !== undefined
      ? `${nounOf(kind.replace(/\.\w+$/, ''))} id`
      : spoken(nameWords(field), {})
  }

  /** How requests state ids that every world holds: `the id 4711` of the thing itself, `the pet id 4711` elsewhere. */
  wordingsOf(
    tool: ImportedTool,
    parameter: string,
    kind: string,
    schema: JsonObject,
  ): Record<string, string> {
    const entity = this.entityOf(kind)
    if (entity !== undefined && entity.scope.length > 0) return {}
    const isPlain = tool.id === parameter && entity !== undefined && idStem(entity.id) !== undefined
    const name = isPlain ? 'id' : this.idName(kind)
    return Object.fromEntries(
      this.idsOf(kind, schema, {}).map((id) => [String(id), `the ${name} ${mentionOf(id)}`]),
    )
  }
}

/** The kind of thing that a parameter names by its id. */
const kindOf = (parameter: Json | undefined): string[] => {
  const meaning = isObject(parameter) ? String(parameter[SEMANTIC_KEY] ?? '') : ''
  return meaning.startsWith('id:') ? [meaning.slice(3)] : []
}

/** Kinds of things that others lie within: those of all parameters of a path but the last. */
const containersOf = ({ tools }: Toolkit): Set<string> =>
  new Set(
    tools.flatMap(({ route, input: { properties } }) =>
      [...(route?.on ?? '').matchAll(/\/:([^/]+)/g)]
        .slice(0, -1)
        .flatMap(([, name = '']) => (isObject(properties) ? kindOf(properties[name]) : [])),
    ),
  )

/** Whether a parameter is the id that a thing is given which a tool makes. */
export const isOwnId = (tool: ImportedTool, schema: JsonObject): boolean =>
  tool.kind === 'create' && String(schema[SEMANTIC_KEY] ?? '').startsWith(`id:${tool.entity}`)
