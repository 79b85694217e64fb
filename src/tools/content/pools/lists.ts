import type { Json } from '../../../shared/json.ts'
import tables from '../tables.json' with { type: 'json' }
import choices from '../words/choices.json' with { type: 'json' }
import citySearches from '../words/city-searches.json' with { type: 'json' }
import contactLines from '../words/contact-lines.json' with { type: 'json' }
import datedPaths from '../words/dated-paths.json' with { type: 'json' }
import enquiries from '../words/enquiries.json' with { type: 'json' }
import facts from '../words/facts.json' with { type: 'json' }
import figures from '../words/figures.json' with { type: 'json' }
import fileParts from '../words/file-parts.json' with { type: 'json' }
import files from '../words/files.json' with { type: 'json' }
import foreignTexts from '../words/foreign-texts.json' with { type: 'json' }
import gatherings from '../words/gatherings.json' with { type: 'json' }
import itemLists from '../words/item-lists.json' with { type: 'json' }
import languages from '../words/languages.json' with { type: 'json' }
import markets from '../words/markets.json' with { type: 'json' }
import messageParts from '../words/message-parts.json' with { type: 'json' }
import misspeltSentences from '../words/misspelt-sentences.json' with { type: 'json' }
import notes from '../words/notes.json' with { type: 'json' }
import numberedPaths from '../words/numbered-paths.json' with { type: 'json' }
import people from '../words/people.json' with { type: 'json' }
import pictureParts from '../words/picture-parts.json' with { type: 'json' }
import places from '../words/places.json' with { type: 'json' }
import readings from '../words/readings.json' with { type: 'json' }
import recordingParts from '../words/recording-parts.json' with { type: 'json' }
import remarks from '../words/remarks.json' with { type: 'json' }
import settingSearches from '../words/setting-searches.json' with { type: 'json' }
import shareSymbols from '../words/share-symbols.json' with { type: 'json' }
import shopGoods from '../words/shop-goods.json' with { type: 'json' }
import swapSentences from '../words/swap-sentences.json' with { type: 'json' }
import texts from '../words/texts.json' with { type: 'json' }
import timeZoneKeys from '../words/time-zone-keys.json' with { type: 'json' }
import titles from '../words/titles.json' with { type: 'json' }
import urlParts from '../words/url-parts.json' with { type: 'json' }
import web from '../words/web.json' with { type: 'json' }
import workTitles from '../words/work-titles.json' with { type: 'json' }

export type Person = { name: string; email: string; phone: string }

export const PEOPLE: readonly Person[] = people.people

export const CITIES: readonly string[] = places.cities
export const TABLE_COUNTRIES: readonly string[] = places.tableCountries
export const TIME_ZONES: readonly string[] = places.timeZones

export const EVENTS: readonly string[] = titles.events
export const DOCUMENTS: readonly string[] = titles.documents

export const TEXTS: readonly string[] = texts.texts

export const METRICS: readonly string[] = files.metrics

export const SYMBOLS: readonly string[] = markets.symbols
export const CURRENCIES: readonly string[] = markets.currencies
export const CLIENTS: readonly string[] = markets.clients
export const SERVICES: readonly string[] = markets.services

/** Names of cities the world over, for tasks that take one each. */
export const WORLD_CITIES: readonly string[] = [...CITIES, ...places.moreCities]

export const ZONES_BY_AREA: readonly (readonly string[])[] = timeZoneKeys.zonesByArea

export const FOREIGN_TEXTS: Readonly<Record<string, readonly string[]>> = foreignTexts.foreignTexts

const TICKERS: readonly string[] = [...SYMBOLS, ...markets.moreSymbols]

const lists = (file: object): [string, Json[]][] =>
  Object.entries(file).filter((entry): entry is [string, Json[]] => Array.isArray(entry[1]))

/** Files whose lists go by the name of the file as well: `urlParts.pages`. */
const PARTS = {
  citySearches,
  contactLines,
  datedPaths,
  enquiries,
  facts,
  fileParts,
  foreignTexts: FOREIGN_TEXTS,
  itemLists,
  messageParts,
  misspeltSentences,
  notes,
  numberedPaths,
  pictureParts,
  readings,
  recordingParts,
  remarks,
  settingSearches,
  shopGoods,
  swapSentences,
  tables,
  urlParts,
  workTitles,
}

/** Every list that patterns and tools draw from, by name: those of files, and some made of several. */
export const POOLS: Readonly<Record<string, readonly Json[]>> = {
  ...Object.fromEntries(
    [choices, figures, files, gatherings, languages, markets, people, places, texts, titles, web].flatMap(
      lists,
    ),
  ),
  ...Object.fromEntries(
    Object.entries(PARTS).flatMap(([file, part]) =>
      lists(part).map(([name, items]) => [`${file}.${name}`, items]),
    ),
  ),
  allCities: [...CITIES, ...places.cityZones.map(({ city }) => city)],
  allCurrencies: ['USD', ...markets.currencies],
  shareSymbols: [
    ...new Set([
      ...TICKERS,
      ...shareSymbols.heads.flatMap((head) => shareSymbols.tails.map((tail) => head + tail)),
    ]),
  ],
  tickers: TICKERS,
  worldCities: WORLD_CITIES,
  zones: [...ZONES_BY_AREA.flat(), ...timeZoneKeys.moreZones],
}
