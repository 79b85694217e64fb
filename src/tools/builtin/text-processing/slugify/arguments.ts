import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawVolumeTitle, drawWorkTitle } from '../../../content/pools/work-titles.ts'

const TITLES: readonly ((rng: Rng) => string)[] = [
  drawVolumeTitle,
  (rng) => `${drawWorkTitle(rng)} (${rng.int(1890, 2024)})`,
  (rng) => `${drawWorkTitle(rng)}: ${rng.int(3, 40)} Letters & a Map`,
  (rng) => `${drawWorkTitle(rng)} - ${rng.pick(['Café', 'Señor', 'Château', 'Großer'])} Edition`,
]

export const drawArguments = (rng: Rng): JsonObject => ({ text: rng.pick(TITLES)(rng) })
