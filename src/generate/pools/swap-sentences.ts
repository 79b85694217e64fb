import type { Rng } from '../../shared/rng.ts'

const THINGS = [
  'pump',
  'ladder',
  'lantern',
  'bench',
  'boiler',
  'mirror',
  'kettle',
  'trolley',
  'cabinet',
  'stove',
  'hammock',
  'anchor',
  'piano',
  'bicycle',
  'carpet',
  'drum',
  'engine',
  'filter',
  'globe',
  'hammer',
  'magnet',
  'parasol',
] as const

/** Sentences that name one thing two or three times. */
const SENTENCES: readonly ((thing: string) => string)[] = [
  (thing) => `The ${thing} in the cellar is older than the ${thing} in the garden.`,
  (thing) => `Clean the ${thing} first, because the ${thing} is shown at noon.`,
  (thing) => `No ${thing} leaves the house before each ${thing} has a label.`,
  (thing) => `We sold one ${thing}, lent one ${thing} and lost one ${thing}.`,
  (thing) => `Ask the porter for the ${thing} and put the ${thing} under the stairs.`,
  (thing) => `A ${thing} from the fair costs less than a ${thing} from the shop.`,
  (thing) => `If the ${thing} is wet, dry the ${thing} and cover the ${thing}.`,
  (thing) => `The red ${thing} belongs to the choir, the grey ${thing} to the school.`,
  (thing) => `My ${thing} was repaired twice and your ${thing} not at all.`,
  (thing) => `Write down where the ${thing} was found and who carried the ${thing}.`,
  (thing) => `Every ${thing} on the list is a ${thing} that somebody has to fetch.`,
  (thing) => `Neither the new ${thing} nor the spare ${thing} fits through the door.`,
]

/** A sentence, a word that it holds two or three times and another word to put in its place. */
export function drawSwap(rng: Rng): { text: string; old: string; new: string } {
  const [old, replacement] = rng.sample(THINGS, 2) as [string, string]
  return { text: rng.pick(SENTENCES)(old), old, new: replacement }
}
