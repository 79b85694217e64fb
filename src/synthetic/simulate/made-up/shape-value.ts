import type { Json } from '../../../shared/json.ts'
import type { SpecShape } from '../../tool-spec/tool-spec.ts'
import type { Bits } from './bits.ts'
import { type LeafPlace, leafOf } from './leaf.ts'
import type { Standing } from './standing.ts'

const NO_FACTS = { options: undefined, range: undefined }

/** A length that keeps to the bounds of a list. */
const within = (length: number, { minItems = 0, maxItems = Infinity }: SpecShape): number =>
  Math.min(Math.max(length, minItems), maxItems)

/** The shape of the items of a list; what is said of the list holds for them. */
export const itemsOf = ({ items = { type: 'string' }, description }: SpecShape): SpecShape =>
  items.description !== undefined || description === undefined ? items : { ...items, description }

/** A value of the shape, lists of the length. */
export function valueAt(place: LeafPlace, length: number, bits: Bits, standing: Standing): Json {
  const { path, shape } = place
  if (shape.type === 'array') {
    const items = itemsOf(shape)
    return Array.from({ length: within(length, shape) }, (_, i) =>
      valueAt({ ...place, path: `${path}/${i}`, shape: items }, length, bits, standing),
    )
  }
  if (shape.type !== 'object') return leafOf(place, bits, standing)
  return Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([key, own]) => [
      key,
      valueAt(
        { path: `${path}/${key}`, name: key, shape: own, facts: NO_FACTS, examples: [] },
        length,
        bits,
        standing,
      ),
    ]),
  )
}

/** The scalars that a value is made of. */
export function leavesOf(place: Omit<LeafPlace, 'path'>): Omit<LeafPlace, 'path'>[] {
  const { shape } = place
  if (shape.type === 'array') return leavesOf({ ...place, shape: itemsOf(shape) })
  if (shape.type !== 'object') return [place]
  return Object.entries(shape.properties ?? {}).flatMap(([name, own]) =>
    leavesOf({ name, shape: own, facts: NO_FACTS, examples: [] }),
  )
}
