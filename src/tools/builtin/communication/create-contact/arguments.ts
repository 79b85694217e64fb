import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawPerson } from '../../../content/pools/person-names.ts'

export function drawArguments(rng: Rng): JsonObject {
  const { name, email, phone } = drawPerson(rng)
  return { name, email, ...(rng.int(0, 2) === 0 ? {} : { phone }) }
}
