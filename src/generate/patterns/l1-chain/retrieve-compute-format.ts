import { TABLE_CITIES, TABLE_COUNTRIES } from '../../../content/pools/places.ts'
import { named } from '../../../content/wording.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

/** Rows that a read of a table gives unless told otherwise. */
const ROWS = 10

/** Columns of tables; `names` are those of their rows, in order. */
const SOURCES = [
  {
    table: 'cities',
    at: 'population_million',
    name: 'population',
    unit: 'millions',
    names: TABLE_CITIES,
    range: [4, 60],
  },
  {
    table: 'countries',
    at: 'population',
    name: 'population',
    unit: 'millions',
    names: TABLE_COUNTRIES,
    range: [20, 1900],
  },
  {
    table: 'countries',
    at: 'gdp_trillion',
    name: 'yearly output',
    unit: 'trillions of US dollars',
    names: TABLE_COUNTRIES,
    range: [1, 32],
  },
] as const

export const retrieveComputeFormat = definePattern({
  key: 'retrieve_compute_format',
  name: 'retrieve-compute-format',
  level: 'L1_chain',
  tools: ['database_query', 'percentage_change', 'format_number'],
  draw(rng) {
    const { table, at, name, unit, names, range } = rng.pick(SOURCES)
    const place = rng.pick(names.slice(0, ROWS))
    const row = names.indexOf(place)
    const planned = rng.decimal(range[0], range[1], 2)
    return {
      steps: [
        { tool: 'database_query', arguments: { table } },
        {
          tool: 'percentage_change',
          arguments: { old_value: from(1, `/results/${row}/${at}`), new_value: planned },
        },
        { tool: 'format_number', arguments: { value: from(2, '/change_percent'), format: 'scientific' } },
      ],
      prompts: [
        `Look up ${named(place)} in the table "${table}" and take its ${name} in ${unit}. Compute the percentage change from that figure to ${planned}, and put the change into the number format "scientific".`,
        `Our model predicts ${planned} for the ${name} of ${named(place)} in ${unit}. Get the figure on record (table "${table}"), compute the change in percent from it to the prediction, and write that change in the format "scientific".`,
        `How far off is a guess of ${planned}, in percent and in the number format "scientific"? It was about the ${name} of ${named(place)} in ${unit}, and the true figure is in the table "${table}". Take that as the old value and the guess as the new one.`,
        `I am writing up ${named(place)}. Suppose its ${name} (in ${unit}) changed from what the table "${table}" says to ${planned}: by how many percent would that be? The percentage should be formatted as "scientific".`,
        `Query the table "${table}" for ${named(place)}, because I want to compare its ${name}, counted in ${unit}, with the ${planned} that we plan for. What I print is the percentage change from the former to the latter in "scientific" number format.`,
      ],
      answer: { value: from(3, '/formatted'), gives: 'the formatted change exactly as it came out' },
    }
  },
})
