import type { Json } from '../../../shared/json.ts'
import choices from '../words/choices.json' with { type: 'json' }
import figures from '../words/figures.json' with { type: 'json' }
import files from '../words/files.json' with { type: 'json' }
import languages from '../words/languages.json' with { type: 'json' }
import markets from '../words/markets.json' with { type: 'json' }
import people from '../words/people.json' with { type: 'json' }
import places from '../words/places.json' with { type: 'json' }
import texts from '../words/texts.json' with { type: 'json' }
import titles from '../words/titles.json' with { type: 'json' }
import web from '../words/web.json' with { type: 'json' }
import { TICKERS } from './markets.ts'
import { ALL_CITIES, WORLD_CITIES } from './places.ts'

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
