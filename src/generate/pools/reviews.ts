import type { Rng } from '../../shared/rng.ts'

const VENUES = [
  'the Harbour Inn',
  'the Old Mill',
  'the Copper Kettle',
  'the Lakeside Lodge',
  'the Blue Heron',
  'the Garden Hostel',
  'the Station Hotel',
  'the Salt House',
  'the Larch Cabin',
  'the Fig Tree',
  'the Ferry House',
  'the Granite Arms',
  'the Lantern Rooms',
  'the Orchard Camp',
  'the Quiet Corner',
  'the Ropewalk',
] as const
const ASPECTS = [
  'breakfast',
  'view',
  'service',
  'coffee',
  'bed',
  'shower',
  'lighting',
  'music',
  'garden',
  'parking',
  'dessert',
  'terrace',
  'heating',
  'soup',
  'wine list',
  'front desk',
] as const
const PRAISE = [
  'amazing',
  'awesome',
  'beautiful',
  'brilliant',
  'delightful',
  'excellent',
  'fantastic',
  'good',
  'great',
  'impressive',
  'outstanding',
  'perfect',
  'pleasant',
  'superb',
  'wonderful',
] as const
const COMPLAINT = [
  'annoying',
  'awful',
  'bad',
  'boring',
  'broken',
  'disappointing',
  'frustrating',
  'horrible',
  'poor',
  'terrible',
  'ugly',
  'useless',
] as const

/** A guest's view of a place, one clause for each word of praise or complaint, all of them different. */
export function drawReview(rng: Rng, praise: number, complaints: number): string {
  const words = rng.shuffle([...rng.sample(PRAISE, praise), ...rng.sample(COMPLAINT, complaints)])
  const aspects = rng.sample(ASPECTS, words.length)
  const [first = '', ...rest] = aspects.map((aspect, i) => `the ${aspect} was ${words[i]}`)
  const last = rest.pop()
  const clauses = last === undefined ? first : `${[first, ...rest].join(', ')} and ${last}`
  return `At ${rng.pick(VENUES)} ${clauses}.`
}

const GOODS = [
  'hostels',
  'hiking boots',
  'folding bicycles',
  'night trains',
  'rain jackets',
  'garden chairs',
  'camping stoves',
  'desk lamps',
  'coffee grinders',
  'rowing machines',
  'travel guitars',
  'ferry cabins',
  'office chairs',
  'sewing machines',
] as const
const PARTS = [
  'hinges',
  'instructions',
  'colours',
  'batteries',
  'handles',
  'manuals',
  'seams',
  'spare parts',
  'covers',
  'straps',
  'buttons',
  'repair kits',
] as const

/** Words to search the web for that praise and complain, never as much of the one as of the other. */
export function drawOpinionQuery(rng: Rng): string {
  const isPraised = rng.pick([true, false])
  const [more, less] = isPraised ? [PRAISE, COMPLAINT] : [COMPLAINT, PRAISE]
  const [a, b, c] = rng.shuffle<string>([...rng.sample<string>(more, 2), rng.pick<string>(less)])
  const [one, other] = rng.sample(PARTS, 2)
  return `${a} ${rng.pick(GOODS)} with ${b} ${one} and ${c} ${other}`
}
