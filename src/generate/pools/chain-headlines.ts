import type { Rng } from '../../shared/rng.ts'

const SUBJECTS = [
  'Saffron',
  'Ferry',
  'Tramway',
  'Lighthouse',
  'Orchard',
  'Slate',
  'Windmill',
  'Heron',
  'Harbour',
  'Glacier',
  'Beeswax',
  'Turbine',
  'Vineyard',
  'Railway',
  'Cider',
  'Canal',
  'Granite',
  'Porcelain',
  'Otter',
  'Bicycle',
  'Reservoir',
  'Larch',
  'Oyster',
  'Viaduct',
  'Barley',
  'Pottery',
  'Salmon',
  'Telescope',
  'Linen',
  'Chestnut',
  'Copper',
  'Kelp',
  'Reindeer',
  'Bakery',
  'Festival',
  'Aqueduct',
] as const

const FORMS: readonly ((subject: string) => string)[] = [
  (subject) => `${subject} Prices Climb Again`,
  (subject) => `Council Debates New ${subject} Rules`,
  (subject) => `Record ${subject} Season Ends Early`,
  (subject) => `Students Win ${subject} Award`,
  (subject) => `Rare ${subject} Photographs Found In Attic`,
  (subject) => `Mayor Opens ${subject} Museum`,
  (subject) => `Experts Disagree On ${subject} Forecast`,
  (subject) => `Volunteers Rescue Historic ${subject} Archive`,
  (subject) => `Town Doubles ${subject} Budget`,
  (subject) => `Storm Delays ${subject} Survey`,
  (subject) => `Insurers Eye ${subject} Business`,
  (subject) => `Film About ${subject} Workers Sold Out`,
]

/** Three headlines on one subject, every word capitalised: the word that they share is the most frequent one. */
export function drawHeadlines(rng: Rng): string {
  const subject = rng.pick(SUBJECTS)
  return rng
    .sample(FORMS, 3)
    .map((form) => `${form(subject)}.`)
    .join(' ')
}
