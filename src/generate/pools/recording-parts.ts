import type { Rng } from '../../shared/rng.ts'
import { DOMAINS } from './web.ts'

const KINDS = [
  'meeting',
  'lecture',
  'voicemail',
  'interview',
  'podcast',
  'briefing',
  'tour',
  'hearing',
  'dictation',
  'panel',
] as const

const PLACES = [
  'harbour',
  'town-hall',
  'workshop',
  'museum',
  'north-depot',
  'library',
  'orchard',
  'studio-two',
  'canal-house',
  'observatory',
] as const

const ENDINGS = ['mp3', 'wav', 'ogg', 'flac', 'm4a'] as const

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
