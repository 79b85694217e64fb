import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'

/** Tags that memories have in every fresh world. */
const TAGS = [
  'settings',
  'user',
  'project',
  'research',
  'work',
  'meeting',
  'personal',
  'shopping',
  'config',
  'technical',
] as const

export const drawArguments = (rng: Rng): JsonObject => (rng.int(0, 5) === 0 ? {} : { tag: rng.pick(TAGS) })
