import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'

/** Files that every fresh world holds. */
const PATHS = [
  '/data/employees.csv',
  '/data/config.json',
  '/data/report.txt',
  '/data/products.json',
  '/data/notes.txt',
] as const

export const drawArguments = (rng: Rng): JsonObject => ({ path: rng.pick(PATHS) })
