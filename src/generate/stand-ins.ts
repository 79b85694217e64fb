import type { Registry } from '../simulators/registry.ts'

/** Tools of which one can stand in for another, wholly or in what it returns. */
const SUBSTITUTES = [
  ['add_duration', 'business_days_between', 'calculate_date_diff', 'next_occurrence', 'time_since'],
  ['base64_encode', 'encrypt_text', 'hash_text'],
  ['case_convert', 'slugify', 'string_replace'],
  ['check_url_status', 'http_request', 'rss_feed_parse', 'web_page_fetch'],
  ['classify_text', 'detect_language', 'sentiment_analysis'],
  ['compare_texts', 'text_similarity'],
  ['convert_timezone', 'get_current_time'],
  ['correlation', 'linear_regression'],
  ['create_spreadsheet', 'generate_report', 'write_file'],
  ['data_aggregate', 'data_filter', 'data_sort', 'merge_data', 'transform_format'],
  ['data_sort', 'min_max', 'moving_average', 'percentile', 'standard_deviation', 'statistical_analysis'],
  ['database_query', 'get_location_info', 'ip_geolocation', 'lookup_entity'],
  ['database_query', 'knowledge_base_query', 'lookup_entity', 'search_products', 'web_search'],
  ['encode_url', 'generate_url'],
  ['extract_domain', 'extract_links', 'parse_html', 'url_parse'],
  ['extract_entities', 'extract_links', 'extract_numbers', 'mask_pii', 'regex_match', 'validate_email'],
  ['extract_numbers', 'format_number', 'number_to_text', 'round_number', 'text_to_number'],
  ['extract_entities', 'sentiment_analysis', 'summarize_text', 'word_count'],
  ['format_date', 'parse_date'],
  ['generate_summary_stats', 'keyword_extract', 'split_text', 'tokenize_text', 'word_count'],
  ['get_session_context', 'list_memories', 'retrieve_memory'],
  ['get_weekday', 'is_business_day', 'next_occurrence'],
  ['join_texts', 'string_replace'],
  ['json_extract', 'transform_format'],
  ['list_files', 'read_file'],
  ['split_text', 'summarize_text', 'tokenize_text', 'truncate_text'],
]

/** Tools that compute whatever one writes down, and the capabilities of tools that they could stand in for. */
const GENERAL = ['calculator', 'execute_python']
const COMPUTABLE: ReadonlySet<string> = new Set([
  'compute',
  'convert',
  'inspect-text',
  'transform-data',
  'transform-text',
])

/**
 * Tools that could stand in for a needed one, or for what the agent is to work out by itself: by what they return, or
 * because both write and share a capability.
 *
 * @param workedOut Tools that could do what the agent is to work out by itself.
 */
export function standInsFor(
  needed: ReadonlySet<string>,
  workedOut: readonly string[],
  registry: Registry,
): ReadonlySet<string> {
  const found = new Set(workedOut)
  for (const group of SUBSTITUTES) {
    if (group.some((name) => needed.has(name) || workedOut.includes(name))) {
      for (const name of group) found.add(name)
    }
  }
  const tools = [...needed].map((name) => registry.get(name)).filter((tool) => tool !== undefined)
  if (workedOut.length > 0 || tools.some(({ capability }) => COMPUTABLE.has(capability))) {
    for (const name of GENERAL) found.add(name)
  }
  for (const { name, capability, effect } of registry.values()) {
    const rivals = tools.some(
      (tool) => tool.capability === capability && (tool.effect !== 'read' || effect !== 'read'),
    )
    if (rivals) found.add(name)
  }
  for (const name of needed) found.delete(name)
  return found
}
