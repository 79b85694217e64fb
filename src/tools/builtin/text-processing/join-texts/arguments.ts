import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawItems } from '../../../content/pools/item-lists.ts'
import { drawNames } from '../../../content/pools/person-names.ts'
import { CITIES } from '../../../content/pools/places.ts'

const SEPARATORS = [' - ', ' / ', ' | ', '; ', ' + ', ' > ', '--', '~', ' :: ', ' * '] as const

export function drawArguments(rng: Rng): JsonObject {
  const count = rng.int(3, 5)
  const texts = rng.pick([
    () => drawItems(rng, count),
    () => drawNames(rng, count),
    () => rng.sample(CITIES, count),
  ])
  return { texts: texts(), separator: rng.pick(SEPARATORS) }
}
