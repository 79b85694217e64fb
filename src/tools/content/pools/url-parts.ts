import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/url-parts.json' with { type: 'json' }

const {
  first: FIRST,
  second: SECOND,
  subdomains: SUBDOMAINS,
  sections: SECTIONS,
  pages: PAGES,
  settings: SETTINGS,
} = pool

/** Host of a site without subdomain, such as `heronpress.example`; 384 of them. */
export const drawDomain = (rng: Rng): string => `${rng.pick(FIRST)}${rng.pick(SECOND)}.example`

/** Host of a site with one subdomain. */
export const drawHost = (rng: Rng): string => `${rng.pick(SUBDOMAINS)}.${drawDomain(rng)}`

/** Path of a page, such as `/guides/rye-bread`. */
export const drawPagePath = (rng: Rng): string => `/${rng.pick(SECTIONS)}/${rng.pick(PAGES)}`

/** Address of a page on a site that nobody runs. */
export const drawUrl = (rng: Rng): string => `https://${drawHost(rng)}${drawPagePath(rng)}`

/** Query of an address, of one or two parameters, without question mark. */
export function drawUrlQuery(rng: Rng): string {
  const page = `${rng.pick(['page', 'year', 'shelf', 'track'])}=${rng.int(2, 960)}`
  return rng.int(0, 1) === 0 ? page : `${page}&${rng.pick(SETTINGS)}`
}
