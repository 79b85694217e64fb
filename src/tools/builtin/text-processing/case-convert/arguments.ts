import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawWorkTitle } from '../../../content/pools/work-titles.ts'

/** How the text is written beforehand, by the case that it is to get: never in that case itself. */
const BEFORE: readonly (readonly [target: string, write: (text: string) => string])[] = [
  ['upper', (text) => text],
  ['lower', (text) => text.toUpperCase()],
  ['title', (text) => text.toLowerCase()],
  ['camel', (text) => text],
  ['snake', (text) => text],
]

export function drawArguments(rng: Rng): JsonObject {
  const [target_case, write] = rng.pick(BEFORE)
  const text = rng.int(0, 1) === 0 ? drawWorkTitle(rng) : `${drawWorkTitle(rng)} ${rng.int(2, 90)}`
  return { text: write(text), target_case }
}
