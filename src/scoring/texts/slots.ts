import { bindingKey, type From, isFrom, sourcesOf } from '../../schema/binding.ts'
import { isObject, type Json } from '../../shared/json.ts'

/** One bound part of an answer or a text. */
export interface Slot {
  binding: Json
  /** What names it: the keys that lead to it, or the wording before it. */
  label: string
  /** Whether its place among the others matters. */
  isOrdered: boolean
}

/** The bound parts of a text or an answer, and the wording around them. */
export interface Slots {
  kind: 'text' | 'answer'
  slots: readonly Slot[]
  wording: string
}

/** What ends a clause: a unit before it belongs to the value before it. */
const CLAUSE_END = /[,;.!?\n()]/

function ofText(parts: readonly Json[]): Slot[] {
  const slots: Slot[] = []
  let label = ''
  for (const part of parts) {
    if (typeof part === 'object' && part !== null) {
      slots.push({ binding: part, label, isOrdered: true })
      label = ''
      continue
    }
    const text = String(part)
    const last = slots.at(-1)
    const end = label === '' && last !== undefined ? text.search(CLAUSE_END) : -1
    if (last !== undefined && end > 0) last.label += ` ${text.slice(0, end)}`
    label += text.slice(Math.max(end, 0))
  }
  return slots
}

const wordingOf = (parts: readonly Json[]): string =>
  parts.filter((part) => typeof part === 'string').join(' ')

function ofAnswer(expected: Json, label: string, isOrdered: boolean): Slot[] {
  if (isObject(expected) && '$text' in expected && Array.isArray(expected.$text))
    return ofText(expected.$text)
  if (isObject(expected) && '$unordered' in expected && Array.isArray(expected.$unordered)) {
    return expected.$unordered.flatMap((item) => ofAnswer(item, label, false))
  }
  if (bindingKey(expected) !== undefined) {
    return sourcesOf(expected).length > 0 ? [{ binding: expected, label, isOrdered }] : []
  }
  if (Array.isArray(expected)) return expected.flatMap((item) => ofAnswer(item, label, isOrdered))
  if (!isObject(expected)) return []
  return Object.entries(expected).flatMap(([key, item]) =>
    ofAnswer(item, `${label} ${key}`.trim(), isOrdered),
  )
}

const keysOf = (value: Json): string[] => {
  if (bindingKey(value) !== undefined) return []
  if (Array.isArray(value)) return value.flatMap(keysOf)
  return isObject(value) ? Object.entries(value).flatMap(([key, item]) => [key, ...keysOf(item)]) : []
}

/** The slots of a `$text`: each is labelled by the wording since the one before it. */
export const slotsOfText = (parts: readonly Json[]): Slots => ({
  kind: 'text',
  slots: ofText(parts),
  wording: wordingOf(parts),
})

/** The slots of an expected answer: a value, a list, or a record whose keys are labels. */
export const slotsOfAnswer = (expected: Json): Slots => ({
  kind: 'answer',
  slots: ofAnswer(expected, '', true),
  wording:
    isObject(expected) && Array.isArray(expected.$text)
      ? wordingOf(expected.$text)
      : keysOf(expected).join(' '),
})

/** Where a slot's own value is taken from: of a `$pick` what it gives, not what it compares. */
export function givenBy(binding: Json): From[] {
  if (isFrom(binding)) return [binding]
  if (isObject(binding) && bindingKey(binding) === '$pick') return sourcesOf(binding.give ?? null)
  return sourcesOf(binding)
}
