import type { Rng } from '../../shared/rng.ts'
import { WORLD_CITIES } from './chain-cities.ts'

const TOPICS = [
  'tidal power',
  'night trains',
  'rooftop gardens',
  'cargo bikes',
  'street markets',
  'wooden bridges',
  'old tram lines',
  'beekeeping courses',
  'rainwater storage',
  'letterpress studios',
  'harbour cranes',
  'drinking fountains',
  'heat pumps',
  'bird safe windows',
  'urban orchards',
  'repair cafes',
  'canal barges',
  'open air cinemas',
  'lighthouse tours',
  'bread ovens',
  'swift boxes',
  'puppet theatres',
  'cable ferries',
  'clock towers',
  'cold water swimming',
  'shared workshops',
] as const

/** Words to search the web for, which no other request is likely to use: `cargo bikes in Bergen`. */
export const drawSearch = (rng: Rng): string =>
  `${rng.pick(TOPICS)} ${rng.pick(['in', 'near', 'around'])} ${rng.pick(WORLD_CITIES)}`
