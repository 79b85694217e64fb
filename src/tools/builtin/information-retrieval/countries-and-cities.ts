import { reprFloat } from '../../../shared/python/number.ts'
import type { World } from '../../world/world.ts'

interface Country {
  name: string
  /** Millions of people. */
  population: number
  continent: string
  gdp_trillion: number
  capital: string
}

interface City {
  name: string
  country: string
  population_million: number
  timezone: string
  avg_temp_c: number
}

export type Row = Country | City

const COUNTRIES: [name: string, population: number, continent: string, gdp: number, capital: string][] = [
  ['China', 1412, 'Asia', 17.96, 'Beijing'],
  ['India', 1408, 'Asia', 3.74, 'New Delhi'],
  ['United States', 331, 'North America', 26.95, 'Washington D.C.'],
  ['Indonesia', 274, 'Asia', 1.32, 'Jakarta'],
  ['Brazil', 214, 'South America', 2.13, 'Brasília'],
  ['Japan', 125, 'Asia', 4.23, 'Tokyo'],
  ['Germany', 84, 'Europe', 4.43, 'Berlin'],
  ['United Kingdom', 67, 'Europe', 3.07, 'London'],
  ['France', 68, 'Europe', 2.78, 'Paris'],
  ['Australia', 26, 'Oceania', 1.69, 'Canberra'],
]

const CITIES: [name: string, country: string, population: number, timezone: string, temperature: number][] = [
  ['Tokyo', 'Japan', 37.4, 'Asia/Tokyo', 16],
  ['Delhi', 'India', 32.9, 'Asia/Kolkata', 25],
  ['Shanghai', 'China', 28.5, 'Asia/Shanghai', 17],
  ['São Paulo', 'Brazil', 22.4, 'America/Sao_Paulo', 20],
  ['Mexico City', 'Mexico', 21.8, 'America/Mexico_City', 17],
  ['Cairo', 'Egypt', 21.3, 'Africa/Cairo', 22],
  ['Mumbai', 'India', 21, 'Asia/Kolkata', 27],
  ['Beijing', 'China', 20.9, 'Asia/Shanghai', 13],
  ['New York', 'United States', 18.8, 'America/New_York', 13],
  ['London', 'United Kingdom', 9.5, 'Europe/London', 11],
  ['Paris', 'France', 11, 'Europe/Paris', 12],
  ['Sydney', 'Australia', 5.3, 'Australia/Sydney', 18],
]

const around = (value: number, decimals: number) => ({ min: value * 0.6, max: value * 1.4, decimals })

/** Countries with the figures of a world; names and places are the same in every world. */
export const countriesOf = (world: World): Country[] =>
  COUNTRIES.map(([name, population, continent, gdp, capital]) => {
    const draw = world.draw('country', name)
    return {
      name,
      population: draw.figure('population', population, around(population, 3)),
      continent,
      gdp_trillion: draw.figure('gdp', gdp, around(gdp, 5)),
      capital,
    }
  })

/** Cities with the figures of a world; names and places are the same in every world. */
export const citiesOf = (world: World): City[] =>
  CITIES.map(([name, country, population, timezone, temperature]) => {
    const draw = world.draw('city', name)
    const bounds = { min: temperature - 5.5, max: temperature + 5.5, decimals: 3 }
    return {
      name,
      country,
      population_million: draw.figure('population', population, around(population, 4)),
      timezone,
      avg_temp_c: draw.figure('temperature', temperature, bounds),
    }
  })

// These columns hold floats: Mumbai's 21 million read "21.0" when they are compared as text.
const FLOAT_COLUMNS = new Set(['gdp_trillion', 'population_million'])

/** A cell as the text that filters compare. */
export const cellText = (column: string, value: number | string): string =>
  typeof value === 'number' && FLOAT_COLUMNS.has(column) ? reprFloat(value) : String(value)
