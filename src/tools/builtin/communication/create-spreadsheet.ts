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
  effect: 'write',
  capability: 'create-document',
  input: (z) => ({
    title: z.string(),
    headers: z.array(z.string()),
    rows: z.array(z.union([z.array(z.string()), z.string()])), // Published calls also hold rows that are plain strings.
  }),
  output: (z) => ({
    spreadsheet_id: z.string(),
    title: z.string(),
    columns: z.int(),
    row_count: z.int(),
    headers: z.array(z.string()),
    confirmation: z.string(),
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
