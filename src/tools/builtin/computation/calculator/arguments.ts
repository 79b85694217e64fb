import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'

const small = (rng: Rng): number => rng.int(3, 97)
const large = (rng: Rng): number => rng.int(101, 989)
const part = (rng: Rng): number => rng.decimal(1.1, 48, 2)

const EXPRESSIONS: readonly ((rng: Rng) => string)[] = [
  (rng) => `(${large(rng)} + ${large(rng)}) * ${part(rng)}`,
  (rng) => `(${large(rng)} - ${small(rng)}) / ${small(rng)}`,
  (rng) => `${large(rng)} * ${part(rng)} - ${large(rng)} / ${small(rng)}`,
  (rng) => `${part(rng)} ** 2 + ${part(rng)} ** 3`,
  (rng) => `sqrt(${large(rng)}) * ${part(rng)}`,
  (rng) => `log(${large(rng)}) + ${part(rng)} / ${small(rng)}`,
  (rng) => `${large(rng)} * (1 + ${rng.decimal(1.1, 9.9, 1)} / 100) ** ${rng.int(2, 12)}`,
  (rng) => `abs(${part(rng)} - ${large(rng)}) / ${part(rng)}`,
  (rng) => `pi * ${part(rng)} ** 2 * ${part(rng)}`,
]

export const drawArguments = (rng: Rng): JsonObject => ({ expression: rng.pick(EXPRESSIONS)(rng) })
