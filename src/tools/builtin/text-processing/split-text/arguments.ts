import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawItems } from '../../../content/pools/item-lists.ts'

const DELIMITERS = [';', '|', '#', '~', '+', '::', '--', '//', '=>', '*'] as const

export function drawArguments(rng: Rng): JsonObject {
  const delimiter = rng.pick(DELIMITERS)
  return { text: drawItems(rng, rng.int(3, 7)).join(delimiter), delimiter }
}
