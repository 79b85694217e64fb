import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { METRICS } from '../../../generate/pools/files.ts'
import { SERVICES } from '../../../generate/pools/markets.ts'
import { drawNames } from '../../../generate/pools/person-names.ts'
import { CITIES } from '../../../generate/pools/places.ts'
import { DOCUMENTS } from '../../../generate/pools/titles.ts'
import type { Rng } from '../../../shared/rng.ts'

const count = (rng: Rng): string => String(rng.int(12, 980))
const price = (rng: Rng): string => String(rng.decimal(11, 480, 2))

/** Headers of a table, and its rows, so many of them. */
const TABLES: readonly { headers: string[]; rows: (rng: Rng, size: number) => string[][] }[] = [
  {
    headers: ['Item', 'Price'],
    rows: (rng, size) => rng.sample(SERVICES, size).map((item) => [item, price(rng)]),
  },
  {
    headers: ['Item', 'Quantity', 'Unit price'],
    rows: (rng, size) => rng.sample(SERVICES, size).map((item) => [item, count(rng), price(rng)]),
  },
  {
    headers: ['City', 'Visitors'],
    rows: (rng, size) => rng.sample(CITIES, size).map((city) => [city, count(rng)]),
  },
  {
    headers: ['Measure', 'Last year', 'This year'],
    rows: (rng, size) => rng.sample(METRICS, size).map((metric) => [metric, count(rng), count(rng)]),
  },
  {
    headers: ['Person', 'Hours'],
    rows: (rng, size) => drawNames(rng, size).map((person) => [person, count(rng)]),
  },
]

export const createSpreadsheet = definePhrases({
  tool: 'create_spreadsheet',
  draw(rng) {
    const { headers, rows } = rng.pick(TABLES)
    return { title: rng.pick(DOCUMENTS), headers, rows: rows(rng, rng.int(2, 4)) }
  },
  asks: [
    'make a spreadsheet titled {title} with the column headers {headers} and the rows {rows}',
    'set up a new spreadsheet (title: {title}; headers: {headers}; rows: {rows})',
    'put the rows {rows} under the headers {headers} in a spreadsheet that has {title} as its title',
    'create a spreadsheet that is called {title}, has the columns {headers} and holds exactly the rows {rows}',
    'fill a new spreadsheet with {rows} as its rows; its title is {title} and its headers are {headers}',
  ],
  outputs: {
    '/spreadsheet_id': 'id of the spreadsheet',
    '/confirmation': 'confirmation of the spreadsheet',
  },
  answers: [],
})
