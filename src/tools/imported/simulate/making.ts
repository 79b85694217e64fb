import type { Json, JsonObject } from '../../../shared/json.ts'
import wordParts from '../../content/words/parts.json' with { type: 'json' }
import type { Draw } from '../../world/draw.ts'

export interface DrawnPerson {
  given: string
  family: string
}

/** What a value is made up for. */
export interface Making {
  draw: Draw
  /** What the value belongs to: the kind of thing, `Pet`. */
  owner: string
  /** Number of the record within its population, so that names within it differ, and how many there are. */
  place: number
  of: number
  /** An id of a kind of thing: of one that there is, where the toolkit knows the kind. */
  idOf(kind: string, at: string, schema: JsonObject): Json
  /** The person that the fields of a record describe, where it is the same in every world. */
  person?: DrawnPerson
  /** Whether it goes into a request, where it may be an example of the document: nobody has to find it out. */
  isStated?: true
  /** Present day of the world, in milliseconds. */
  now: number
}

/** The part of a list that belongs to one of several places, so that no two draw the same item. */
export const takeOwnPart = <T>(items: readonly T[], { place, of }: Making): readonly T[] => {
  const part = items.filter((_, i) => i % of === place % of)
  return part.length > 0 ? part : items
}

/** A person for a record: within a population no two share a name. */
export function drawPerson(making: Making, key: string): DrawnPerson {
  const { draw, person } = making
  if (person !== undefined && key === '/') return person
  return {
    given: draw.pick(`${key} given`, undefined, wordParts.personNames.given),
    family: draw.pick(`${key} family`, undefined, takeOwnPart(wordParts.personNames.family, making)),
  }
}
