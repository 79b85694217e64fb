import type { Rng } from '../../shared/rng.ts'

const SUBJECTS = [
  'a fishing boat',
  'an old cable car',
  'a market stall with pears',
  'a sleeping fox',
  'a stone bridge',
  'a red tram',
  'two violinists',
  'a windmill without sails',
  'a heron on a post',
  'a baker with a tray of rolls',
  'a row of bicycles',
  'a glass greenhouse',
  'a drummer in a raincoat',
  'an empty bandstand',
  'a wooden lighthouse',
  'a goat on a wall',
] as const

const SCENES = [
  'at the edge of a pine forest',
  'in a narrow street',
  'on a frozen lake',
  'next to a canal',
  'above the roofs of a small town',
  'in a field of barley',
  'in front of a chalk cliff',
  'on a pebble beach',
  'under a railway arch',
  'in the yard of a monastery',
  'on a hill with terraces',
  'beside a waterfall',
] as const

const LIGHTS = [
  'at dusk',
  'in morning fog',
  'under a full moon',
  'after heavy rain',
  'in hard noon light',
  'during the first snow',
  'with storm clouds behind',
  'in autumn colours',
  'lit by paper lanterns',
  'shortly before sunrise',
] as const

/** What a picture is to show, such as `a red tram in a narrow street at dusk`; 1,920 of them. */
export const drawScene = (rng: Rng): string => `${rng.pick(SUBJECTS)} ${rng.pick(SCENES)} ${rng.pick(LIGHTS)}`
