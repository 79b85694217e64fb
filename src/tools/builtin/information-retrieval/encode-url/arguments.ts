import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawVolumeTitle, drawWorkTitle } from '../../../content/pools/work-titles.ts'

export function drawArguments(rng: Rng): JsonObject {
  const text = rng.pick([
    () => `${drawWorkTitle(rng)} (${rng.int(1890, 2024)})`,
    () => `${drawVolumeTitle(rng)} & ${rng.pick(['Map', 'Index', 'Café Guide', 'Song Sheet'])}`,
    () => `${drawWorkTitle(rng)}: ${rng.int(2, 99)}% off?`,
  ])()
  return rng.int(0, 1) === 0
    ? { text, action: 'encode' }
    : { text: encodeURIComponent(text), action: 'decode' }
}
