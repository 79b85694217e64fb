import type { Json } from '../../../shared/json.ts'
import tables from '../tables.json' with { type: 'json' }
import wordParts from '../words/parts.json' with { type: 'json' }
import pools from '../words/pools.json' with { type: 'json' }

export type Person = { name: string; email: string; phone: string }

export const CITIES: readonly string[] = pools.cities
export const TABLE_COUNTRIES: readonly string[] = pools.tableCountries
export const TIME_ZONES: readonly string[] = pools.timeZones

export const DOCUMENTS: readonly string[] = pools.documents

export const TEXTS: readonly string[] = pools.texts

export const METRICS: readonly string[] = pools.metrics

export const SYMBOLS: readonly string[] = pools.symbols
export const CURRENCIES: readonly string[] = pools.currencies
export const CLIENTS: readonly string[] = pools.clients

/** Names of cities the world over, for tasks that take one each. */
export const WORLD_CITIES: readonly string[] = [...CITIES, ...pools.moreCities]

const { about: _, ...foreignTexts } = wordParts.foreignTexts
export const FOREIGN_TEXTS: Readonly<Record<string, readonly string[]>> = foreignTexts

const TICKERS: readonly string[] = [...SYMBOLS, ...pools.moreSymbols]

const lists = (file: object): [string, Json[]][] =>
  Object.entries(file).filter((entry): entry is [string, Json[]] => Array.isArray(entry[1]))

/**
 * Every list that patterns and tools draw from, by name: those of `words/pools.json`, those of `words/parts.json` with the
 * name of their part in front (`urlParts.pages`), and some made of several.
 */
export const POOLS: Readonly<Record<string, readonly Json[]>> = {
  ...Object.fromEntries(lists(pools)),
  ...Object.fromEntries(
    Object.entries({ ...wordParts, tables }).flatMap(([file, part]) =>
      lists(part).map(([name, items]) => [`${file}.${name}`, items]),
    ),
  ),
  allCities: [...CITIES, ...pools.cityZones.map(({ city }) => city)],
  allCurrencies: ['USD', ...pools.currencies],
  foreignLists: Object.values(FOREIGN_TEXTS).map((sentences) => [...sentences]),
  shareSymbols: [
    ...new Set([
      ...TICKERS,
      ...wordParts.shareSymbols.heads.flatMap((head) =>
        wordParts.shareSymbols.tails.map((tail) => head + tail),
      ),
    ]),
  ],
  tickers: TICKERS,
  worldCities: WORLD_CITIES,
  zones: [...wordParts.timeZoneKeys.zonesByArea.flat(), ...wordParts.timeZoneKeys.moreZones],
}
