import type { Rng } from '../../shared/rng.ts'
import { WORLD_CITIES } from './chain-cities.ts'

const DEVICES = [
  'barometer',
  'cable ferry',
  'church clock',
  'diving bell',
  'folding ruler',
  'harbour crane',
  'hygrometer',
  'lighthouse lens',
  'lock gate',
  'loom',
  'pendulum',
  'printing press',
  'rope walk',
  'sextant',
  'sluice',
  'telescope',
  'tide mill',
  'tuning fork',
  'weather vane',
  'windmill',
] as const

/** Questions by the field of knowledge that they belong to; `on` is what they are about. */
const QUESTIONS: readonly { domain: string; on: readonly string[]; ask: (subject: string) => string }[] = [
  { domain: 'technology', on: DEVICES, ask: (device) => `How does a ${device} work` },
  { domain: 'technology', on: DEVICES, ask: (device) => `Which parts of a ${device} wear out first` },
  { domain: 'technology', on: DEVICES, ask: (device) => `What is a ${device} made of` },
  { domain: 'history', on: DEVICES, ask: (device) => `Who built the first ${device}` },
  { domain: 'history', on: DEVICES, ask: (device) => `When did the ${device} come into use` },
  { domain: 'history', on: WORLD_CITIES, ask: (city) => `How did the harbour quarter of ${city} begin` },
  { domain: 'science', on: DEVICES, ask: (device) => `Which forces act on a ${device}` },
  { domain: 'science', on: DEVICES, ask: (device) => `How does heat change a ${device}` },
  { domain: 'science', on: WORLD_CITIES, ask: (city) => `Why is the soil around ${city} what it is` },
  { domain: 'geography', on: WORLD_CITIES, ask: (city) => `How high above the sea does ${city} lie` },
  { domain: 'geography', on: WORLD_CITIES, ask: (city) => `Which valleys are close to ${city}` },
  { domain: 'geography', on: WORLD_CITIES, ask: (city) => `What grows on the hills near ${city}` },
]

/** A question that a reference work has no settled entry for, and the field of knowledge it belongs to. */
export function drawEnquiry(rng: Rng): { query: string; domain: string } {
  const { domain, on, ask } = rng.pick(QUESTIONS)
  return { query: ask(rng.pick(on)), domain }
}
