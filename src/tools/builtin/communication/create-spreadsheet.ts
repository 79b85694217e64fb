import { field } from '../../../schema/semantic.ts'
import { digest } from '../../../shared/python/digest.ts'
import type { Rng } from '../../../shared/rng.ts'
import { CITIES, DOCUMENTS, METRICS, SERVICES } from '../../content/pools/lists.ts'
import { drawNames } from '../../content/pools/people.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const count = (rng: Rng): string => String(rng.int(12, 980))

const price = (rng: Rng): string => String(rng.decimal(11, 480, 2))

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

export const createSpreadsheet = defineBuiltIn({
  name: 'create_spreadsheet',
  category: 'communication',
  effect: 'write',
  capability: 'create-document',
  description:
    'Creates a spreadsheet from a title, column headers and rows of cells and returns its id with the numbers of columns and rows. The content cannot be read back: use a file for data that are needed again, and a report for text.',
  input: (z) => ({
    title: field(z.string(), 'title', 'Name of the spreadsheet.'),
    headers: field(z.array(z.string()), 'texts', 'Column headers, for example ["name", "price"].'),
    rows: field(
      // Published calls also hold rows that are plain strings.
      z.array(z.union([z.array(z.string()), z.string()])),
      'records',
      'Rows, each a list of cells as text in the order of the headers, for example [["pen", "1.20"]].',
    ),
  }),
  output: (z) => ({
    spreadsheet_id: field(z.string(), 'id', 'Id of the spreadsheet, "sht_" and 12 hex digits.'),
    title: field(z.string(), 'title', 'Name of the spreadsheet.'),
    columns: field(z.int(), 'count', 'Number of headers.'),
    row_count: field(z.int(), 'count', 'Number of rows, without the headers.'),
    headers: field(z.array(z.string()), 'texts', 'Column headers.'),
    confirmation: field(z.string(), 'text', 'Sentence that confirms the spreadsheet.'),
  }),
  run: ({ title, headers, rows }, _world, call) => ({
    spreadsheet_id: call.recordId(`sht_${digest('spreadsheet', title).slice(0, 12)}`),
    title,
    columns: headers.length,
    row_count: rows.length,
    headers,
    confirmation: `"${title}" is ready; rows: ${rows.length}, columns: ${headers.length}.`,
  }),
  drawArguments(rng) {
    const { headers, rows } = rng.pick(TABLES)
    return { title: rng.pick(DOCUMENTS), headers, rows: rows(rng, rng.int(2, 4)) }
  },
})
