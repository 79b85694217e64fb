import { registry } from '../../../tools/builtin/registry.ts'
import { type Corrections, toolGraph } from './tool-graph.ts'

/**
 * Inputs whose type would let in what makes no sense there (names of columns, parts of the very value), and outputs that
 * the schemas leave open: rows of tables, values of memories.
 */
const CORRECTIONS: Corrections = {
  classify_text: { inputs: { '/categories': null } },
  clamp_value: { inputs: { '/min_val': null, '/max_val': null } },
  // Both are one instant, so that one could be taken for the other.
  convert_timezone: { outputs: { '/original': null, '/converted': null } },
  create_calendar_event: { inputs: { '/attendees': null } },
  create_spreadsheet: { inputs: { '/headers': null } },
  data_aggregate: { inputs: { '/group_by': null, '/value_field': null } },
  data_filter: { inputs: { '/value': null } },
  data_sort: { inputs: { '/key': null } },
  database_query: {
    inputs: { '/filter_field': null, '/sort_by': null },
    outputs: {
      '/results/-/name': 'title',
      '/results/-/avg_temp_c': 'celsius',
      '/results/-/gdp_trillion': 'number',
      '/results/-/population': 'number',
      '/results/-/population_million': 'number',
    },
  },
  generate_report: { inputs: { '/data': 'text' } },
  join_texts: { inputs: { '/separator': null, '/texts/-': 'text' } },
  json_extract: { inputs: { '/path': null } },
  keyword_extract: { outputs: { '/keywords/-': 'query' } },
  merge_data: { inputs: { '/join_key': null } },
  retrieve_memory: { outputs: { '/value/endpoint': 'url' } },
  schedule_meeting: { inputs: { '/participants': null } },
  split_text: { inputs: { '/delimiter': null } },
  string_replace: { inputs: { '/old': null, '/new': null } },
  text_to_number: { inputs: { '/text': null } },
  transform_format: { inputs: { '/data': null } },
  truncate_text: { inputs: { '/suffix': null } },
  percentile: { inputs: { '/value': null } },
}

export const catalogue = toolGraph(registry.values(), CORRECTIONS)
