import { DATE_LIKE } from '../../schema/semantic.ts'
import type { Json } from '../../shared/json.ts'
import { findUnits } from '../../shared/units.ts'
import { parseAmount } from '../../tasks/amount.ts'
import { clockTimeOf } from '../../tasks/dates.ts'
import { isRoundedTo, leavesEqual, normalizeText, UNTYPED } from '../../tasks/equality.ts'
import { MAYBE_ROUNDED } from '../provenance.ts'
import { numbersIn } from './numbers.ts'
import { readJson } from './read-json.ts'

/** What is known of a value beside itself: what may stand around it, and in which forms it may be written. */
export interface ProseValueSlot {
  /** The units that a number is in; none where neither its source nor the prompt says so. */
  units: ReadonlySet<string>
  /** Words that may stand behind a count as what it counts: those of the placeholder and of the field. */
  words: string
  /** Says of a note in brackets, or a clause behind yes or no, whether it may follow; undefined where nothing may. */
  allowsNote?: ((note: string) => boolean) | undefined
  /** Whether a number without a known unit may carry any unit. */
  allowsAnyUnit: boolean
  /** What the prompt has in the value's place, which a reply may repeat before it. */
  placeholder: string
  /** Meaning that the schema declares, such as `date`. */
  semantic: string | undefined
  /** Significant digits that a number may be rounded to; undefined where it is exact. */
  digits: number | undefined
  /** Whether the case of letters was asked for. */
  isCaseSet: boolean
}

/** What may enclose a whole text: a fence, a mark on both sides, a pair of marks. */
const ENCLOSED =
  /^(?:```\w*\n(.*?)\n?```|(?:(["'`$|]|\*{1,3}|_{1,3})(.*)\2)|[\u201c\u2018\u00ab<](.*)[\u201d\u2019\u00bb>]|\\\((.*)\\\)|\\(?:boxed|text)\{(.*)\})$/s

/** What a fence, quotes, emphasis or code enclose; the text itself where nothing encloses it. */
export function stripEnclosing(text: string): string {
  const [, fenced, , marked, quoted, maths, boxed] = ENCLOSED.exec(text) ?? []
  return fenced ?? marked ?? quoted ?? maths ?? boxed ?? text
}

/** What may be taken off a value, and what stays of it: a full stop, an emoji, HTML, escapes of Markdown, a link, brackets. */
const COVERS: readonly (readonly [RegExp, string])[] = [
  [/\.$/, ''],
  [/(?:\p{Extended_Pictographic}|\ufe0f|\s)+$/u, ''],
  [/<\/?(?:b|strong|i|em|p|u|code|span|div)>/gi, ''],
  [/\\(?=[\p{P}\p{S}])/gu, ''],
  [/^\[([^\]]+)\]\([^)]*\)$/, '$1'],
  [/(?<=\d\s?)\(([^()\d\s]+)\)$/, '$1'],
]
/** What may follow a value on an answer line: a note in brackets; behind yes or no, a clause. */
const NOTES: readonly RegExp[] = [
  /(?<=\S)\s*\([^()]*\)$/,
  /(?<=^(?:yes|no|true|false))[,;.!:\u2013\u2014-]\s.*$/is,
]
const BOOLEAN = /\b(?:yes|no|true|false)\b/i

/** Whether what follows a value gives no other one: no boolean and, in brackets, no number and no quotation. */
export const isHarmlessNote = (note: string): boolean =>
  !BOOLEAN.test(note) &&
  (!note.trim().startsWith('(') ||
    (!/\d|["\u201c\u201d\u00ab\u00bb\x60]|(?<!\p{L})['\u2018]/u.test(note) && numbersIn(note).length === 0))

const foldWords = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** The text of a JSON string with escapes, as a reply writes several lines; other texts as they are. */
function unescapeJson(text: string): string {
  const list = /^".*\\.*"$/s.test(text) ? readJson(`[${text}]`)?.value : undefined
  return Array.isArray(list) && list.length === 1 ? String(list[0]) : text
}

/** The texts that a value as a reply writes it may stand for: as it stands, without its quotes, its full stop, a note. */
function* listReadings(written: string, { placeholder, allowsNote }: ProseValueSlot): Generator<string> {
  const seen = new Set<string>()
  const queue = [written.trim()]
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    if (seen.has(text)) continue
    seen.add(text)
    yield text
    const isEcho = placeholder !== '' && foldWords(text).startsWith(`${foldWords(placeholder)}:`)
    const readings = [
      stripEnclosing(text),
      unescapeJson(text),
      ...COVERS.map(([cover, inner]) => text.replace(cover, inner)),
      ...NOTES.map((form) => text.replace(form, (note) => (allowsNote?.(note) === true ? '' : note))),
      isEcho ? text.slice(text.indexOf(':', placeholder.lastIndexOf(':') + 1) + 1) : text,
    ]
    queue.push(...readings.map((reading) => reading.trim()))
  }
}

/** Whether a mark beside a number is its unit or, behind a count, what it counts. */
function isUnit(mark: string, { units, words, allowsAnyUnit }: ProseValueSlot, isCount: boolean): boolean {
  const meant = findUnits(mark)
  if (units.size > 0) return [...meant].some((unit) => units.has(unit))
  const named = ` ${foldWords(words).replaceAll(/[^\p{L}\p{N}%/]+/gu, ' ')} `
  return (isCount && named.includes(` ${foldWords(mark)} `)) || (allowsAnyUnit && meant.size > 0)
}

function fitsNumber(expected: number, text: string, slot: ProseValueSlot): boolean {
  // Emphasis may end before the unit: "**5** %".
  const amount = parseAmount(text.replace(/^(\*{1,3}|`)([^*`]+)\1/, '$2'))
  if (amount === undefined) return false
  const type = { ...UNTYPED, digits: slot.digits }
  const isCount = (slot.semantic === 'count' || Number.isInteger(expected)) && /^[-+\d]/.test(text)
  return (
    leavesEqual(expected, amount.value, type) && amount.marks.every((mark) => isUnit(mark, slot, isCount))
  )
}

/** Words are free in case: letters, blanks and hyphens, with capitals at the beginning of a word at most. */
export const isFreeInCase = (text: string): boolean =>
  /^\p{L}[\p{L}\p{M}\s-]*$/u.test(text) && !/[\p{L}\p{M}]\p{Lu}/u.test(text)

const WEEKDAY = /^(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\.?,?\s+/i
/** A year, a month and a day, which are compared as a date whatever the schema says. */
const DATE = /^\d{4}-\d{1,2}-\d{1,2}/

function fitsText(expected: string, text: string, slot: ProseValueSlot): boolean {
  const semantic = slot.isCaseSet ? undefined : DATE.test(expected) ? 'date' : slot.semantic
  const given = DATE_LIKE.has(semantic ?? '') ? text.replace(WEEKDAY, '') : text
  if (leavesEqual(expected, given, { ...UNTYPED, semantic })) return true
  if (slot.isCaseSet) return false
  if (isFreeInCase(expected))
    return normalizeText(expected).toLowerCase() === normalizeText(text).toLowerCase()
  const [wanted, clock] = [clockTimeOf(expected), clockTimeOf(text)]
  return wanted !== undefined && wanted.clock === clock?.clock && wanted.offset === clock?.offset
}

const YES = /^(?:true|yes)!?$/i
const NO = /^(?:false|no)!?$/i

/** Why a scalar is not what a reply writes in its place, where that shows: a note, a unit, rounding. */
export function explainMisfit(expected: Json, written: string, slot: ProseValueSlot): string | undefined {
  const withNotes = { ...slot, allowsNote: () => true }
  if (fitsScalar(expected, written, withNotes)) return 'the words after the value are not allowed'
  if (typeof expected !== 'number') return undefined
  const amounts = [...listReadings(written, withNotes)].flatMap((text) => parseAmount(text) ?? [])
  const isSame = ({ value }: { value: number }): boolean =>
    leavesEqual(expected, value, { ...UNTYPED, digits: slot.digits })
  const same = amounts.find(isSame)
  if (same !== undefined) {
    const units = [...slot.units]
    return same.marks.every((mark) => findUnits(mark).size > 0)
      ? `the unit is wrong${units.length === 1 ? `: the value is in ${units[0]}` : ''}`
      : 'there are other words next to the value'
  }
  return amounts.some(({ value }) => isRoundedTo(expected, value, 1)) ? MAYBE_ROUNDED : undefined
}

/** Whether a scalar is what a reply writes in its place. */
export function fitsScalar(expected: Json, written: string, slot: ProseValueSlot): boolean {
  for (const text of listReadings(written, slot)) {
    if (typeof expected === 'number' && fitsNumber(expected, text, slot)) return true
    if (typeof expected === 'string' && fitsText(expected, text, slot)) return true
    if (typeof expected === 'boolean' && (expected ? YES : NO).test(text)) return true
    if (expected === null && /^(?:null|none)$/i.test(text)) return true
  }
  return false
}
