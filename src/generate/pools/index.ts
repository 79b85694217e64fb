import type { Json } from '../../shared/json.ts'
import { WEATHER_READINGS, WORLD_FILES } from '../patterns/figures.ts'
import { WORLD_CITIES } from './chain-cities.ts'
import { TICKERS } from './markets.ts'
import { ALL_CITIES, CITY_ZONES } from './places.ts'
import { KEYWORD_TEXTS } from './texts.ts'
import { LANGUAGES } from './dag-languages.ts'
import { SEPARATORS } from './texts.ts'
import { KEYS, NEW_FILES } from './files.ts'
import { CLIENTS, CURRENCIES, SERVICES, SYMBOLS } from './markets.ts'
import { PEOPLE } from './people.ts'
import { CITIES, TABLE_CITIES, TABLE_COUNTRIES } from './places.ts'
import { NAMES, TEXTS } from './texts.ts'
import { DOCUMENTS, EVENT_TYPES, EVENTS, SUBJECTS, TODOS } from './titles.ts'
import { DOMAINS, QUERIES, QUESTIONS, URLS } from './web.ts'

/** Every list that patterns draw from, by name. */
export const POOLS: Readonly<Record<string, readonly Json[]>> = {
  allCities: ALL_CITIES,
  cities: CITIES,
  cityZones: CITY_ZONES,
  clients: CLIENTS,
  currencies: CURRENCIES,
  documents: DOCUMENTS,
  domains: DOMAINS,
  eventTypes: EVENT_TYPES,
  events: EVENTS,
  keys: KEYS,
  keywordTexts: KEYWORD_TEXTS,
  languages: LANGUAGES,
  names: NAMES,
  newFiles: NEW_FILES,
  people: PEOPLE,
  queries: QUERIES,
  questions: QUESTIONS,
  separators: SEPARATORS,
  services: SERVICES,
  subjects: SUBJECTS,
  symbols: SYMBOLS,
  tableCities: TABLE_CITIES,
  tableCountries: TABLE_COUNTRIES,
  texts: TEXTS,
  tickers: TICKERS,
  todos: TODOS,
  urls: URLS,
  worldCities: WORLD_CITIES,
  allCurrencies: ['USD', ...CURRENCIES],
  weatherReadings: WEATHER_READINGS,
  worldFiles: WORLD_FILES,
}
