import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/site-records.json' with { type: 'json' }
import { drawFigure } from './figure-lists.ts'

const { sites: SITES, sides: SIDES, sideFields: SIDE_FIELDS, figureFields: FIGURE_FIELDS } = pool

/** Records of sites, and the names of two of their fields. */
export interface SiteRecords {
  /** Each with a `name`, one word with a capital, and with the two fields. */
  items: Record<string, number | string>[]
  /** Field that holds north, south or east; each of them occurs twice or more. */
  side: string
  /** Field that holds a figure, another one in each record. */
  figure: string
}

/** Six to eight records of sites in no order, no two with the same name or figure. */
export function drawSiteRecords(rng: Rng): SiteRecords {
  const [side, figure] = [rng.pick(SIDE_FIELDS), rng.pick(FIGURE_FIELDS)]
  const names = rng.sample(SITES, rng.int(6, 8))
  const figures = new Set<number>()
  while (figures.size < names.length) figures.add(drawFigure(rng, 21, 980, 2))
  const twice = [...SIDES, ...SIDES]
  const sides = rng.shuffle([...twice, ...names.slice(twice.length).map(() => rng.pick(SIDES))])
  const items = [...figures].map((value, i) => ({
    name: names[i] as string,
    [side]: sides[i] as string,
    [figure]: value,
  }))
  return { items, side, figure }
}
