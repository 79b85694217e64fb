import {
  bindingKey,
  boundParts,
  type Gap,
  sourcesOf,
  type Template,
  type Text,
} from '../../schema/binding.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { below } from '../../shared/pointer.ts'
import { type OutputOf, resolve, resolveAll } from '../bindings.ts'
import { maximumMatching } from '../matching.ts'
import { bindingPhrase } from '../naming.ts'
import { readJson, type Written } from './read-json.ts'
import { type Sources, slotOf } from './slots.ts'
import { divideReply } from './template.ts'
import { fitsScalar } from './values.ts'

/** One graded part of an answer: a binding, or a value that the task states. */
export interface Part {
  /** JSON Pointer into the answer. */
  pointer: string
  binding: Json
  right: boolean
  /** Values that are right; none where the source gave nothing. */
  expected: readonly Json[]
  /** What the answer has in its place; undefined where it has nothing. */
  actual: string | undefined
  /** What is wrong, where that is not the value. */
  note?: string
  /** Whether a wrong text gives another value of a result. */
  givesOther?: boolean
}

/** What an answer is compared with. */
export interface Comparison extends Sources {
  outputOf: OutputOf
  /** Judges a text in the agent's own words. */
  judgeProse(text: Text, written: string, pointer: string): Part[]
  /** Whether keys that nobody expects are ungraded, as in structured output. */
  allowsMoreKeys?: boolean
}

/** Where a value stands. */
interface Place {
  pointer: string
  /** What the prompt has there: words, or an object or list of them. */
  asked?: Written | undefined
  /** Text of a template around a gap, which has its unit. */
  around?: string
  /** Within the value of a binding, where everything is data: the binding, and the way down from it. */
  within?: { binding: Json; below: string } | undefined
}

export const isRight = (part: Part): boolean => part.right

const show = (written: Written | undefined): string | undefined =>
  typeof written === 'object' ? JSON.stringify(written) : written

/** Keys agree but for case, blanks, hyphens and underscores. */
const foldKey = (key: string): string =>
  key
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')

/** The items of a list without brackets: one a line, or separated by commas. */
function bareList(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1
    ? lines.map((line) => line.trim().replace(/^(?:[-*\u2022]|\d{1,3}[.)])\s+/, ''))
    : text.split(/,\s/.test(text) ? /,\s+/ : ',')
}

/** The object or list that a text is; undefined where it is neither. */
function structureIn(text: string, isList: boolean): Written | undefined {
  const json = readJson(text)
  if (json !== undefined) return json.rest.trim() === '' ? json.value : undefined
  return isList ? bareList(text) : undefined
}

/** What `{"answer": v}` holds and, where one value is expected, `[v]`. */
function unwrapped(written: Written | undefined, isSingle: boolean): Written | undefined {
  if (typeof written !== 'object') return isSingle ? structureIn(written ?? '', false) : written
  if (Array.isArray(written)) return isSingle && written.length === 1 ? written[0] : written
  const [entry, ...others] = Object.entries(written)
  return entry !== undefined && others.length === 0 && foldKey(entry[0]) === 'answer' ? entry[1] : written
}

/** What stands in the places of an expected list or object, by its keys; undefined where it has another shape. */
function fieldsOf(
  expected: object,
  written: Written | undefined,
  allowsMoreKeys = false,
): Record<string, Written | undefined> | undefined {
  const isList = Array.isArray(expected)
  const keys = Object.keys(expected)
  const read = typeof written === 'string' ? structureIn(written, isList) : written
  const given = keys.some((key) => foldKey(key) === 'answer') ? read : unwrapped(read, false)
  if (typeof given !== 'object' || Array.isArray(given) !== isList) return undefined
  const own = Object.keys(given)
  if (own.length > keys.length && (isList || !allowsMoreKeys)) return undefined
  const isDistinct = [keys, own].every((names) => new Set(names.map(foldKey)).size === names.length)
  const fold = isDistinct ? foldKey : (key: string) => key
  const byKey = new Map(Object.entries(given).map(([key, value]) => [fold(key), value]))
  return Object.fromEntries(keys.map((key) => [key, byKey.get(fold(key))]))
}

function compareScalar(expected: Json, actual: Written | undefined, place: Place, against: Comparison): Part {
  const { pointer, asked, around, within = { binding: null, below: '' } } = place
  const words = typeof asked === 'string' ? asked : undefined
  const slot = slotOf(within.binding, within.below, words, against, around)
  const right = [actual, unwrapped(actual, true), unwrapped(unwrapped(actual, true), true)].some(
    (one) => typeof one === 'string' && fitsScalar(expected, one, slot),
  )
  return { pointer, binding: expected, right, expected: [expected], actual: show(actual) }
}

/** Compares with a list or an object, part by part; the items of a list without order stand where they fit. */
function compareItems(
  items: Json[] | JsonObject,
  actual: Written | undefined,
  place: Place,
  against: Comparison,
  hasOrder = true,
): Part[] {
  const { pointer, within } = place
  const entries = Object.entries(items)
  const given = fieldsOf(items, actual, against.allowsMoreKeys)
  const asked = fieldsOf(items, place.asked, true)
  const whole = {
    pointer,
    binding: items,
    right: given !== undefined,
    expected: [items],
    actual: show(actual),
  }
  if (entries.length === 0) return [whole]
  const judge = (i: number, written: Written | undefined): Part[] => {
    const [key, item] = entries[i] as [string, Json]
    const inside = within && { ...within, below: below(within.below, key) }
    const child = { ...place, pointer: below(pointer, key), asked: asked?.[key], within: inside }
    return compare(item, written, child, against)
  }
  const values = entries.map(([key]) => given?.[key])
  const taken = hasOrder
    ? entries.map((_, i) => i)
    : maximumMatching(values.length, values.length, (i, at) => judge(i, values[at]).every(isRight))
  const free = values.filter((_, i) => !taken.includes(i))
  const parts = entries.flatMap((_, i) => judge(i, taken[i] === undefined ? free.shift() : values[taken[i]]))
  if (given !== undefined) return parts
  const note = Array.isArray(items)
    ? `it is not a list of ${entries.length}`
    : `it is not an object with ${Object.keys(items).join(', ')} alone`
  return parts.map((part) => ({ ...part, right: false, actual: show(actual), note }))
}

/**
 * Compares an answer with the expected one, part by part.
 *
 * @param actual The answer; a text stands for itself, or for the list or object that it writes.
 */
export function compare(
  expected: Json,
  actual: Written | undefined,
  place: Place,
  against: Comparison,
): Part[] {
  const { pointer } = place
  switch (place.within === undefined ? bindingKey(expected) : undefined) {
    case undefined:
      return typeof expected === 'object' && expected !== null
        ? compareItems(expected, actual, place, against)
        : [compareScalar(expected, actual, place, against)]
    case '$any':
      return []
    case '$literal': {
      const within = { binding: null, below: '' }
      return compare((expected as { $literal: Json }).$literal, actual, { ...place, within }, against)
    }
    case '$unordered':
      return compareItems((expected as { $unordered: Json[] }).$unordered, actual, place, against, false)
    case '$oneOf': {
      const options = (expected as { $oneOf: Json[] }).$oneOf
      const judged = options.map((option) => compare(option, actual, place, against))
      return judged.find((parts) => parts.every(isRight)) ?? (judged[0] as Part[])
    }
    case '$text':
      return against.judgeProse(expected as Text, show(actual) ?? '', pointer)
    case '$template':
      return [compareTemplate(expected as Template, show(actual) ?? '', pointer, against)]
    default: {
      const values = resolveAll(expected, against.outputOf)
      const within = { binding: expected, below: '' }
      const right = values.some((value) =>
        compare(value, actual, { ...place, within }, against).every(isRight),
      )
      return [{ pointer, binding: expected, right, expected: values, actual: show(actual) }]
    }
  }
}

/** Compares a text with a template. */
export function compareTemplate(
  template: Template,
  written: string,
  pointer: string,
  against: Comparison,
): Part {
  const { $template: pieces, around: hasLinesAround = false } = template
  /** The words on both sides of a gap, where its unit stands. */
  const aroundPiece = (i: number): string => {
    const [before, behind] = [pieces[i - 1], pieces[i + 1]].map((one) => (typeof one === 'string' ? one : ''))
    return `${before?.trim().split(/\s+/).at(-1)} ${behind?.trim().split(/[\s,;.]+/)[0]}`
  }
  const fillsGap = (i: number, text: string): boolean => {
    const { gap, is } = pieces[i] as Gap
    return compare(is, text, { pointer: '', asked: gap, around: aroundPiece(i) }, against).every(isRight)
  }
  const divided = (fills: typeof fillsGap): boolean =>
    divideReply(
      pieces.map((piece, i) => (typeof piece === 'string' ? piece : (text: string) => fills(i, text))),
      written,
      hasLinesAround,
    )
  const right = divided(fillsGap)
  const expected = boundParts(template).flatMap((is) => resolveAll(is, against.outputOf).slice(0, 1))
  const part = { pointer, binding: template as Json, right, expected, actual: written }
  if (right) return part
  // Where the text follows the template but for its values, the first wrong value says more.
  let wrong: string | undefined
  const isFollowed = divided((i, text) => {
    if (fillsGap(i, text)) return true
    const { gap, is } = pieces[i] as Gap
    const source = sourcesOf(is).length > 0 ? `${bindingPhrase(is)} ` : ''
    const due = JSON.stringify(resolve(is, against.outputOf) ?? null)
    wrong ??= `<${gap}> is ${JSON.stringify(text.trim())}, not ${source}${due}`
    return true
  })
  return { ...part, note: (isFollowed ? wrong : undefined) ?? 'it does not follow the template' }
}
