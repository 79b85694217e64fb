import type { Json } from '../../../shared/json.ts'
import choices from '../words/choices.json' with { type: 'json' }
import figures from '../words/figures.json' with { type: 'json' }
import files from '../words/files.json' with { type: 'json' }
import gatherings from '../words/gatherings.json' with { type: 'json' }
import languages from '../words/languages.json' with { type: 'json' }
import markets from '../words/markets.json' with { type: 'json' }
import people from '../words/people.json' with { type: 'json' }
import places from '../words/places.json' with { type: 'json' }
import shareSymbols from '../words/share-symbols.json' with { type: 'json' }
import texts from '../words/texts.json' with { type: 'json' }
import timeZoneKeys from '../words/time-zone-keys.json' with { type: 'json' }
import titles from '../words/titles.json' with { type: 'json' }
import web from '../words/web.json' with { type: 'json' }

export type Person = { name: string; email: string; phone: string }

export const PEOPLE: readonly Person[] = people.people

export const CITIES: readonly string[] = places.cities
export const TABLE_COUNTRIES: readonly string[] = places.tableCountries
export const TIME_ZONES: readonly string[] = places.timeZones

const CITY_ZONES: readonly { city: string; zone: string }[] = places.cityZones

const ALL_CITIES: readonly string[] = [...CITIES, ...CITY_ZONES.map(({ city }) => city)]

/** Names of cities the world over, for tasks that take one each. */
export const WORLD_CITIES: readonly string[] = [...CITIES, ...places.moreCities]

export const SUBJECTS: readonly string[] = titles.subjects
export const EVENTS: readonly string[] = titles.events
export const TODOS: readonly string[] = titles.todos
export const DOCUMENTS: readonly string[] = titles.documents
export const EVENT_TYPES: readonly string[] = titles.eventTypes

export const TEXTS: readonly string[] = texts.texts

export const QUERIES: readonly string[] = web.queries
export const URLS: readonly string[] = web.urls
export const DOMAINS: readonly string[] = web.domains

export const METRICS: readonly string[] = files.metrics

export const LANGUAGES: readonly { code: string; name: string }[] = languages.languages

export const SYMBOLS: readonly string[] = markets.symbols
export const CURRENCIES: readonly string[] = markets.currencies
export const CLIENTS: readonly string[] = markets.clients
export const SERVICES: readonly string[] = markets.services

const TICKERS: readonly string[] = [...SYMBOLS, ...markets.moreSymbols]

/** Ticker symbols of shares, some 300. */
export const SHARE_SYMBOLS: readonly string[] = [
  ...new Set([
    ...TICKERS,
    ...shareSymbols.heads.flatMap((head) => shareSymbols.tails.map((tail) => head + tail)),
  ]),
]

export const MEETINGS: readonly string[] = gatherings.meetings
export const ROOMS: readonly string[] = gatherings.rooms
export const CHANNELS: readonly string[] = gatherings.channels

export const ZONES_BY_AREA: readonly (readonly string[])[] = timeZoneKeys.zonesByArea

/** IANA keys from all over the world, those of {@link ZONES_BY_AREA} among them; each may share its clock with others. */
export const ZONES: readonly string[] = [...ZONES_BY_AREA.flat(), ...timeZoneKeys.moreZones]

const isList = (entry: [string, unknown]): entry is [string, Json[]] => Array.isArray(entry[1])

/** Every list that patterns draw from, by name: those of some files, and some made of several. */
export const POOLS: Readonly<Record<string, readonly Json[]>> = {
  ...Object.fromEntries(
    [choices, figures, files, languages, markets, people, places, texts, titles, web]
      .flatMap((file) => Object.entries(file))
      .filter(isList),
  ),
  allCities: ALL_CITIES,
  allCurrencies: ['USD', ...markets.currencies],
  tickers: TICKERS,
  worldCities: WORLD_CITIES,
}
