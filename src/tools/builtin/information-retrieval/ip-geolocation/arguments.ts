import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'

const hex = (rng: Rng): string => rng.int(4096, 65_535).toString(16)

/** Addresses of the ranges that are kept for documentation. */
const ADDRESSES: readonly ((rng: Rng) => string)[] = [
  (rng) => `192.0.2.${rng.int(1, 254)}`,
  (rng) => `198.51.100.${rng.int(1, 254)}`,
  (rng) => `203.0.113.${rng.int(1, 254)}`,
  (rng) => `2001:db8:${hex(rng)}::${hex(rng)}`,
]

export const drawArguments = (rng: Rng): JsonObject => ({ ip_address: rng.pick(ADDRESSES)(rng) })
