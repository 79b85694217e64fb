import type { Tool } from '../../schema/tool.ts'
import type { JsonObject } from '../../shared/json.ts'
import { isPlural, singular } from '../../shared/singular.ts'

/** What built-in tools return, where their names do not say it. */
export const NOUNS: ReadonlyMap<string, string> = new Map(
  `add_duration:end base64_decode:decoded base64_encode:encoded business_days_between:span
calculate_date_diff:difference calculator:calculation case_convert:converted clamp_value:clamped
classify_text:classification compare_texts:comparison compress_data:compression convert_timezone:local_time
data_aggregate:totals data_filter:filtered data_sort:sorted database_query:rows dns_lookup:dns_record
encode_url:encoded encrypt_text:encrypted execute_python:evaluation extract_domain:url_parts
extract_entities:extraction format_number:formatted get_exchange_rate:conversion get_location_info:location
hash_text:hash http_request:response join_texts:joined json_extract:value keyword_extract:keywords
knowledge_base_query:fact mask_pii:masked_text merge_data:merged min_max:bounds moving_average:averages
normalize_data:normalized number_to_text:wording parse_html:page percentile:rank regex_match:matches
round_number:rounded rss_feed_parse:feed slugify:slug spell_check:spelling split_text:parts
statistical_analysis:statistics string_replace:replaced summarize_text:summary text_to_number:number
time_since:elapsed tokenize_text:tokens transcribe_audio:transcript transform_format:transformed
translate_text:translation truncate_text:truncated unit_convert:conversion url_parse:url web_page_fetch:page
word_count:counts`
    .split(/\s/)
    .map((entry) => entry.split(':') as [string, string]),
)
/** Tools as far as printing needs them, by name. */
export type PrintedTools = ReadonlyMap<
  string,
  Pick<Tool, 'description' | 'inputSchema'> & {
    effect?: Tool['effect'] | undefined
    outputSchema?: Tool['outputSchema'] | undefined
  }
>

/** The words of a name or a value, without accents. */
export const splitWords = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/['’]|\p{M}/gu, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** Words as a name in camel case. */
export const joinWords = (words: readonly string[]): string => {
  const joined = words
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
  return /^\p{L}/u.test(joined) ? joined : `value${joined}`
}

/** A name in camel case. */
export const camelCase = (name: string): string => joinWords(splitWords(name))

/**
 * What a tool returns, from its name: all but the verb, such as `order` of `find_order`. The verb is the first word, or the
 * last one if the description begins with it or the first one is a plural: `flight` of `flight_search`.
 */
export function splitToolName(tool: string, tools: PrintedTools): { verb: string; noun: string[] } {
  const known = NOUNS.get(tool)
  const [name = tool, group = ''] = tool.split(/[./:]|__/).reverse()
  // `rooms.lookup` is a `lookup_room`.
  const isOfGroup = isPlural(group) && splitWords(name).length === 1
  const [verb = '', ...others] = splitWords(isOfGroup ? `${name} ${singular(group)}` : name)
  const last = others.at(-1)
  const [begins = ''] = splitWords(tools.get(tool)?.description ?? '')
  if (known !== undefined) return { verb, noun: splitWords(known) }
  // Operations of APIs end in what they find a thing by: `getPetById`.
  if (others.includes('by', 1)) return { verb, noun: others.slice(0, others.indexOf('by')) }
  const { type, properties = {} } = tools.get(tool)?.outputSchema ?? {}
  // `get_package`, "Package of an order", returns a `package_id`.
  const isField = Object.keys(properties as JsonObject).some((key) => splitWords(key).includes(last ?? ''))
  const isSaid = last !== undefined && (begins === last || begins === `${last}s`)
  if (last === undefined || isPlural(last) || !(isPlural(verb) || (isSaid && !isField)))
    return { verb, noun: others }
  const isList = type === 'array' || verb in (properties as JsonObject)
  return { verb: last, noun: [isList ? verb : singular(verb), ...others.slice(0, -1)] }
}
