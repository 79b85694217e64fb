import { SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import { nameWords } from '../../../../shared/english.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { idStem } from '../../../../tools/imported/import/id-fields.ts'
import { Population } from '../../../../tools/imported/simulate/population.ts'
import type { Entity, ImportedTool, Toolkit } from '../../../../tools/imported/toolkit.ts'
import { World } from '../../../../tools/world/world.ts'
import { mentionOf } from '../mention.ts'
import { nounOf, spoken } from './labels.ts'

/** The things of a toolkit that every world holds, and how requests speak of them. */
export class KnownThings {
  readonly population: Population
  /** Any world: what prompts speak of is the same in all. */
  readonly world = new World(1)
  private readonly toolkit: Toolkit
  /** What kinds of things are called, by their last words too. */
  readonly nouns: ReadonlySet<string>

  constructor(toolkit: Toolkit) {
    this.toolkit = toolkit
    this.population = new Population(toolkit)
    this.nouns = new Set(
      Object.keys(toolkit.entities).flatMap((kind) => [nounOf(kind), nameWords(kind).at(-1) ?? '']),
    )
  }

  entityOf(kind: string | undefined): Entity | undefined {
    return this.toolkit.entities[kind ?? '']
  }

  /** The id of a thing that lies within no other; undefined where a kind has none that can be spoken of. */
  idOf(kind: string, rng: Rng): Json | undefined {
    const entity = this.entityOf(kind)
    if (entity === undefined || entity.scope.length > 0) return undefined
    return this.population.idAt(this.world, kind, [], rng.pick(this.population.known(kind)))
  }

  /** What an id of a kind is called: `pet id`, or the field itself where that is no plain id. */
  idName(kind: string): string {
    const field = this.entityOf(kind)?.id
    return field === undefined || idStem(field) !== undefined
      ? `${nounOf(kind.replace(/\.\w+$/, ''))} id`
      : spoken(nameWords(field), {})
  }

  /** How requests state ids that every world holds: `the id 4711` of the thing itself, `the pet id 4711` elsewhere. */
  wordingsOf(tool: ImportedTool, parameter: string, kind: string): Record<string, string> {
    const entity = this.entityOf(kind)
    if (entity === undefined || entity.scope.length > 0) return {}
    const name = tool.id === parameter && idStem(entity.id) !== undefined ? 'id' : this.idName(kind)
    return Object.fromEntries(
      this.population.known(kind).map((place) => {
        const id = this.population.idAt(this.world, kind, [], place)
        return [String(id), `the ${name} ${mentionOf(id)}`]
      }),
    )
  }
}

/** Whether a parameter is the id that a thing is given which a tool makes. */
export const isOwnId = (tool: ImportedTool, schema: JsonObject): boolean =>
  tool.kind === 'create' && String(schema[SEMANTIC_KEY] ?? '').startsWith(`id:${tool.entity}`)
