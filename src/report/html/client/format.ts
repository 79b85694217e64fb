import type { From } from '../../../schema/binding.ts'
import { describeVia } from '../../../schema/transform-phrase.ts'
import { groupDigits, pluralizeNoun as pluralOf } from '../../../shared/english.ts'
import type { Json } from '../../../shared/json.ts'

/** A share as a percentage with one decimal; a dash if missing. */
export const shareText = (share: number | null | undefined): string =>
  share == null ? '–' : `${(share * 100).toFixed(1)} %`

/** Points with one decimal; nothing rounds to a negative zero. */
export const formatPoints = (points: number): string => points.toFixed(1).replace(/^-(0\.0)$/, '$1')

/** `1 task`, `2 tasks`, `2,000 tasks`. */
export const formatPlural = (count: number, word: string): string =>
  `${groupDigits(count)} ${count === 1 ? word : pluralOf(word)}`

/** `340 ms`, `1.2 s`. */
export const formatDuration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`

/** A JSON Pointer as people read it. */
export const formatPointer = (pointer: string): string =>
  pointer.slice(1).replaceAll('/', '.') || 'whole value'

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a page shows is from a suite that was checked. */
const isFrom = (value: { [key: string]: Json }): value is From => typeof value.$from === 'string'

const list = (value: Json | undefined): string =>
  Array.isArray(value) ? value.map(shortenValue).join(', ') : value === undefined ? '' : shortenValue(value)

/** A value or binding on one line: `← step_1 temperature_celsius`, `max(← step_3 numbers)`. */
export function shortenValue(value: Json): string {
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ')
  if (Array.isArray(value)) {
    const items = value.map((item) => (typeof item === 'string' ? JSON.stringify(item) : shortenValue(item)))
    return `[${items.join(', ')}]`
  }
  if (!isObject(value)) return JSON.stringify(value)
  if (isFrom(value)) return `← ${value.$from} ${formatPointer(value.at)}${describeVia(value.via)}`
  if ('$calc' in value) return `${value.$calc}(${list(value.of)})`
  if ('$pick' in value) return `by ${value.$pick}: ${list(value.give)}`
  if ('$text' in value && Array.isArray(value.$text)) {
    return `text with ${value.$text
      .filter((part) => typeof part !== 'string')
      .map(shortenValue)
      .join(', ')}`
  }
  if ('$template' in value && Array.isArray(value.$template)) {
    const parts = value.$template.map((part) =>
      isObject(part) ? `<${shortenValue(part.is ?? null)}>` : String(part),
    )
    return `the text ${JSON.stringify(parts.join(''))}`
  }
  if ('$oneOf' in value) return `one of ${list(value.$oneOf)}`
  if ('$unordered' in value) return `in any order ${list(value.$unordered)}`
  if ('$any' in value) return 'anything'
  if ('$literal' in value) return JSON.stringify(value.$literal)
  return JSON.stringify(value)
}

/** A text of at most `most` characters, with an ellipsis where it was cut. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`

/** A value in full: texts as they are, everything else as indented JSON. */
export const formatFullValue = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, JSON.stringify(value).length > 80 ? 2 : 0)
