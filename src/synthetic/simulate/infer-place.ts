import type { Category } from '../../schema/categories.ts'
import type { Capability, Effect } from '../../schema/tool.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { wireName } from './wire-name.ts'

type Words<T> = readonly (readonly [T, RegExp])[]

/** What reads are good for. */
const READ_CAPABILITIES: Words<Capability> = [
  ['search', /\b(?:search|find|finder|brows|discover|recommend)/],
  ['list-state', /\b(?:list|lists|enumerat|scan)\b/],
  ['convert', /\b(?:convert|currency conver|translat)/],
  ['inspect-text', /\b(?:sentiment|keyword|text|language|topic|readability)/],
  ['transform-data', /\b(?:transform|normali|pars|extract|clean|format|aggregat|resampl|standardi|mapp)/],
  ['compute', /\b(?:calculat|comput|estimat|predict|forecast|scor|optimi|model|simulat|measur|rank|risk)/],
  ['read-state', /\b(?:track|status|monitor|availab|balance|current)/],
]

const CATEGORIES: Words<Category> = [
  ['communication', /\b(?:notif|messag|e?mail|sms|communicat)/],
  ['time_scheduling', /\b(?:schedul|appointment|calendar|reminder)/],
  ['media', /\b(?:image|video|audio|photo|dicom)/],
  ['file_data', /\b(?:file|document|backup|archiv|export)/],
  ['text_processing', /\b(?:text|sentiment|keyword|translat|language)/],
  ['computation', /\b(?:calculat|comput|estimat|predict|forecast|scor|optimi|model|simulat)/],
  ['information_retrieval', /\b(?:search|find|lookup|look up|retriev|recommend|brows)/],
]

const find = <T>(words: Words<T>, text: string): T | undefined =>
  words.find(([, pattern]) => pattern.test(text))?.[0]

const textsOf = ({ name, description }: ToolSpec): string[] =>
  [name.replaceAll('_', ' '), description.split(/(?<=\.)\s/)[0] ?? ''].map((text) => text.toLowerCase())

/** The first of the texts in which something is found: a name says more than a description. */
function inTexts<T>(words: Words<T>, tool: ToolSpec): T | undefined {
  for (const text of textsOf(tool)) {
    const found = find(words, text)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * What a tool is able to bring about. Reads by their words; where none tells, they look something up. Two writes stand in
 * for each other that do the same to the same fields of the same collection; one that no handler describes, for none.
 */
export function capabilityOf(tool: ToolSpec, effect: Effect): string {
  const { handler, name } = tool
  if (effect === 'read') return inTexts(READ_CAPABILITIES, tool) ?? 'look-up'
  if (handler === undefined) return `call ${wireName(name)}`
  return [handler.action, handler.collection, ...handler.set.map(({ field }) => field).sort()].join(' ')
}

/** The category of the catalogue, by words; where none tells, a read is an external service and a write manages state. */
export const categoryOf = (tool: ToolSpec, effect: Effect): Category =>
  inTexts(CATEGORIES, tool) ?? (effect === 'read' ? 'external_services' : 'state_management')
