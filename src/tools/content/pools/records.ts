import type { Rng } from '../../../shared/rng.ts'
import wordParts from '../words/parts.json' with { type: 'json' }
import { drawNumber } from './numbers.ts'

/** A word that tells goods apart, and where in their names it stands. */
export interface Trait {
  word: string
  place: 'start' | 'middle' | 'end'
}

const PARTS = [
  wordParts.stockLists.sizes,
  wordParts.stockLists.materials,
  wordParts.stockLists.things,
] as const

/** Names of goods such as `small oak lamp`, all different and in no order: two to four that share a trait, three to five without it. */
export function drawStock(rng: Rng): { items: string[]; trait: Trait } {
  const at = rng.int(0, 2)
  const place = wordParts.stockLists.places[at] as Trait['place']
  const word = rng.pick(PARTS[at] ?? wordParts.stockLists.sizes)
  const drawName = (has: boolean): string =>
    PARTS.map((words, i) => {
      if (i !== at) return rng.pick(words)
      return has ? word : rng.pick(words.filter((other) => other !== word))
    }).join(' ')
  const names = new Set<string>()
  const sharing = rng.int(2, 4)
  while (names.size < sharing) names.add(drawName(true))
  const all = sharing + rng.int(3, 5)
  while (names.size < all) names.add(drawName(false))
  return { items: rng.shuffle([...names]), trait: { word, place } }
}

export interface SiteRecords {
  /** Each with a `name`, one word with a capital, and with the two fields. */
  items: Record<string, number | string>[]
  /** Field that holds north, south or east; each of them occurs twice or more. */
  side: string
  /** Field that holds a number, another one in each record. */
  figure: string
}

/** Six to eight records of sites in no order, no two with the same name or number. */
export function drawSiteRecords(rng: Rng): SiteRecords {
  const [side, figure] = [
    rng.pick(wordParts.siteRecords.sideFields),
    rng.pick(wordParts.siteRecords.figureFields),
  ]
  const names = rng.sample(wordParts.siteRecords.sites, rng.int(6, 8))
  const figures = new Set<number>()
  while (figures.size < names.length) figures.add(drawNumber(rng, 21, 980, 2))
  const twice = [...wordParts.siteRecords.sides, ...wordParts.siteRecords.sides]
  const sides = rng.shuffle([
    ...twice,
    ...names.slice(twice.length).map(() => rng.pick(wordParts.siteRecords.sides)),
  ])
  const items = [...figures].map((value, i) => ({
    name: names[i] as string,
    [side]: sides[i] as string,
    [figure]: value,
  }))
  return { items, side, figure }
}
