import type { Json } from '../../shared/json.ts'
import choices from '../content/pools/choices.json' with { type: 'json' }
import figures from '../content/pools/figures.json' with { type: 'json' }
import files from '../content/pools/files.json' with { type: 'json' }
import languages from '../content/pools/languages.json' with { type: 'json' }
import markets from '../content/pools/markets.json' with { type: 'json' }
import people from '../content/pools/people.json' with { type: 'json' }
import places from '../content/pools/places.json' with { type: 'json' }
import texts from '../content/pools/texts.json' with { type: 'json' }
import titles from '../content/pools/titles.json' with { type: 'json' }
import web from '../content/pools/web.json' with { type: 'json' }
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
