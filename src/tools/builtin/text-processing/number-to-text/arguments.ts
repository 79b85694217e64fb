import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
export const drawArguments = (rng: Rng): JsonObject => ({
  number: rng.pick([
    () => rng.int(1201, 9_899_999),
    () => -rng.int(121, 98_999),
    () => rng.decimal(20.1, 9800, 2),
    () => rng.decimal(1.1, 99, 3),
  ])(),
})
