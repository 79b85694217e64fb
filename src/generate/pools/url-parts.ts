import type { Rng } from '../../shared/rng.ts'

const FIRST = [
  'amber',
  'birch',
  'canal',
  'copper',
  'dune',
  'ember',
  'fjord',
  'granite',
  'harbour',
  'heron',
  'juniper',
  'kestrel',
  'lantern',
  'meadow',
  'nettle',
  'orchard',
  'pebble',
  'quarry',
  'saffron',
  'thistle',
  'tidewater',
  'vineyard',
  'willow',
  'winter',
] as const

const SECOND = [
  'bakery',
  'books',
  'cycles',
  'films',
  'gallery',
  'hostel',
  'ledger',
  'looms',
  'market',
  'museum',
  'press',
  'radio',
  'sailing',
  'school',
  'theatre',
  'works',
] as const

const SUBDOMAINS = ['shop', 'docs', 'maps', 'news', 'tickets', 'status', 'media', 'forum', 'booking'] as const

const SECTIONS = [
  'archive',
  'catalogue',
  'courses',
  'events',
  'guides',
  'reports',
  'routes',
  'stories',
  'studies',
  'tours',
] as const

const PAGES = [
  'clock-repair',
  'ferry-timetable',
  'frost-damage',
  'harvest-diary',
  'lock-keepers',
  'night-trains',
  'oak-shelving',
  'rye-bread',
  'salt-marsh',
  'slate-roofs',
  'stone-walls',
  'tide-mills',
  'wild-bees',
  'winter-menu',
] as const

const SETTINGS = [
  'sort=price',
  'sort=title',
  'sort=date',
  'lang=en',
  'lang=fr',
  'view=map',
  'view=list',
] as const

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
