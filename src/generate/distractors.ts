import type { Registry } from '../simulators/registry.ts'
import type { Rng } from './rng.ts'

/** Tools of which one can stand in for another, wholly or in what it returns. */
const SUBSTITUTES = [
  ['base64_encode', 'encrypt_text', 'hash_text'],
  ['business_days_between', 'calculate_date_diff'],
  ['case_convert', 'slugify', 'string_replace'],
  ['classify_text', 'detect_language', 'sentiment_analysis'],
  ['compare_texts', 'text_similarity'],
  ['create_spreadsheet', 'generate_report', 'write_file'],
  ['data_sort', 'min_max', 'statistical_analysis'],
  ['database_query', 'knowledge_base_query', 'web_search'],
  ['encode_url', 'generate_url'],
  ['extract_entities', 'extract_numbers', 'mask_pii'],
  ['format_date', 'parse_date'],
  ['format_number', 'round_number'],
  ['get_weekday', 'is_business_day'],
  ['keyword_extract', 'split_text', 'tokenize_text', 'word_count'],
  ['list_files', 'read_file'],
  ['summarize_text', 'truncate_text'],
]

const COUNT = 3

/**
 * Tools to offer beside the needed ones, which help with nothing: none stands in for a needed tool or for one that
 * could do what the agent is to work out by itself, and no write on either side shares its capability with the other.
 */
export function drawDistractors(
  needed: ReadonlySet<string>,
  workedOut: readonly string[],
  registry: Registry,
  rng: Rng,
): string[] {
  const taboo = new Set([...needed, ...workedOut])
  for (const group of SUBSTITUTES) {
    if (group.some((name) => needed.has(name) || workedOut.includes(name))) {
      for (const name of group) taboo.add(name)
    }
  }
  const tools = [...needed].map((name) => registry.get(name)).filter((tool) => tool !== undefined)
  const candidates = [...registry.values()].filter(
    ({ name, capability, effect }) =>
      !taboo.has(name) &&
      tools.every((tool) => tool.capability !== capability || (tool.effect === 'read' && effect === 'read')),
  )
  return rng.sample(
    candidates.map(({ name }) => name),
    COUNT,
  )
}
