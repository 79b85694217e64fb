import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/recording-parts.json' with { type: 'json' }
import { DOMAINS } from './web.ts'

const { kinds: KINDS, places: PLACES, endings: ENDINGS } = pool

/** Path or web address of a sound recording. */
export function drawRecording(rng: Rng): string {
  const kind = rng.pick(KINDS)
  const file = `${rng.pick(PLACES)}-${kind}-${rng.int(2, 480)}.${rng.pick(ENDINGS)}`
  return rng.pick([
    file,
    `/recordings/${file}`,
    `/audio/${kind}s/${file}`,
    `https://media.${rng.pick(DOMAINS)}/${file}`,
  ])
}
