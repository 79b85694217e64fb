import { groupBy } from '../../shared/group.ts'
import type { Json } from '../../shared/json.ts'
import { memoizeByString } from '../../shared/memoize.ts'
import { NO_UNITS } from '../../shared/units.ts'
import { clockTimeOf, computeInstant, dateOf, findDates, findDaysWithoutYear } from '../../tasks/dates.ts'
import { isRoundedTo } from '../../tasks/equality.ts'
import { type Leaf, leavesOf } from '../evidence.ts'
import { findTokenPlaces } from '../tokens.ts'
import {
  CACHED_TEXTS,
  findNumberPlaces,
  isWrittenAs,
  listUnitsBeside,
  locateMatch,
  numbersIn,
  readScaledNumber,
  type TextSpan,
  type WrittenNumber,
} from './numbers.ts'
import { buildLiteralPattern } from './template.ts'
import { isFreeInCase } from './values.ts'

/** A text as it is searched, every character in its place: without emphasis, with one kind of quotes and blanks. */
export const readable: (text: string) => string = memoizeByString(CACHED_TEXTS, (text) =>
  text
    .normalize('NFC')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll(/[\u2010\u2011\u2212]/g, '-')
    .replaceAll(/^>+/gm, (marks) => ' '.repeat(marks.length))
    .replaceAll(/[\u00a0\u2009\u202f\t\r*`]|\\(?=[_*`])|(?<![\p{L}\p{Nd}])_|_(?![\p{L}\p{Nd}_])/gu, ' '),
)

/** Where a date stands, with its clock time anywhere in the text, or a clock time. */
function findMomentPlaces(value: string, text: string): TextSpan[] {
  const wanted = dateOf(value) ?? clockTimeOf(value)
  if (wanted === undefined) return []
  const { day, clock = 0 } = wanted
  const written = findDates(text)
  if (day === undefined) return written.filter((date) => date.clock === clock)
  const instants = written.filter(
    (date) => date.offset !== undefined && computeInstant(date) === computeInstant(wanted),
  )
  if (clock !== 0 && !written.some((date) => date.clock === clock)) return instants
  const days = written.filter((date) => date.day?.every((part, i) => part === day[i]))
  const yearless = findDaysWithoutYear(text).filter(({ month, date }) => month === day[1] && date === day[2])
  return [...instants, ...days, ...yearless]
}

/** A yes, no, true or false that no other word goes on with. */
const SAID = /\b(?:(?<yes>yes|true)|no|false)\b(?!'|[^\S\n]*[\p{L}\p{Nd}])/giu

const findBooleanPlaces = (value: boolean, text: string): TextSpan[] =>
  [...text.matchAll(SAID)].filter(({ groups }) => (groups?.yes !== undefined) === value).map(locateMatch)

/** Where a text stands as a whole token, with blanks, quotes, dashes and emphasis as a template folds them. */
function findTextPlaces(value: string, text: string): TextSpan[] {
  const plain = readable(value).trim().replace(/\.$/, '')
  const isFree = isFreeInCase(value)
  const fold = (one: string): string => (isFree ? one.toLowerCase() : one)
  const [first = ''] = /[\p{L}\p{Nd}]+/u.exec(plain) ?? []
  if (!fold(text).includes(fold(first))) return []
  const forms = new Set([plain, JSON.stringify(plain).slice(1, -1)])
  const places = [...forms].flatMap((form) =>
    findTokenPlaces(fold(form), fold(text)).map((start) => ({ start, end: start + form.length })),
  )
  if (places.length > 0 || /^[\p{L}\p{Nd}]*$/u.test(plain)) return places
  return [...text.matchAll(new RegExp(buildLiteralPattern(plain).source, isFree ? 'gimu' : 'gmu'))]
    .map(locateMatch)
    .filter(
      ({ start, end }) =>
        findTokenPlaces(text.slice(start, end).trim(), text.slice(start - 1, end + 1), 1).length > 0,
    )
}

/** Whether a value says nothing that a text could give. */
const isBlank = (value: Json): boolean =>
  value === null || typeof value === 'object' || (typeof value === 'string' && value.trim() === '')

/** Where a scalar stands in a readable text, in any usual form of its type. */
export function findPlaces(value: Json, text: string): TextSpan[] {
  if (isBlank(value)) return []
  if (typeof value === 'number') return findNumberPlaces(value, text)
  if (typeof value === 'boolean') return findBooleanPlaces(value, text)
  const written = String(value)
  const scaled = readScaledNumber(written)
  return [
    ...findTextPlaces(written, text),
    ...findMomentPlaces(written, text),
    ...(scaled === undefined ? [] : findNumberPlaces(scaled, text)),
  ]
}

/** Whole numbers below it are counts and list numbers, which anyone may write. */
const MIN_EXTRA_INTEGER = 100
const isCountLike = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < MIN_EXTRA_INTEGER

/** What one step of arithmetic makes of two numbers, as a reply may remark: a difference, a ratio, a change. */
const listDerived = (values: readonly number[]): number[] =>
  values.flatMap((one, i) =>
    values
      .filter((_, j) => i !== j)
      .flatMap((other) => [
        one - other,
        one + other,
        one * other,
        one / other,
        (100 * (one - other)) / other,
      ]),
  )

/** A bound value that a text has to give. */
export interface ProseSlot {
  /** The values of which one has to stand there, each with all its leaves. */
  values: readonly Json[]
  /** The tool and the field that give it; undefined for a computed value. */
  field: string | undefined
  /** Texts in the arguments of the calls that give it, and in those of other calls of the same tools. */
  ownNames: readonly string[]
  otherNames: readonly string[]
  /** Whether it stands behind the slot before it, as an item of a list. */
  isInOrder: boolean
  /** The units of the leaf at a pointer; none where nothing says so. */
  unitsAt(pointer: string): ReadonlySet<string>
}

const blankPlaces = (places: readonly TextSpan[], text: string): string =>
  places.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  )

/** Facts of results that nobody asked for, above which a text is a dump. */
const MAX_FURTHER_FACTS = 4
/** What ends a clause: a line, a sentence, a semicolon. */
const CLAUSE_END = /[;\n]|[.!?](?=\s|$)/g

const isDenied = ({ start }: TextSpan, text: string): boolean =>
  /(?:\bnot|n't)\s+$/i.test(text.slice(Math.max(0, start - 5), start))

/** Whether units beside a value are not its own. */
const isOtherUnit = (beside: readonly ReadonlySet<string>[], units: ReadonlySet<string>): boolean =>
  beside.length > 0 && units.size > 0 && !beside.some((meant) => [...meant].some((unit) => units.has(unit)))

/** Whether every place of one kind stands before every place of another. */
const isBefore = (one: readonly number[], other: readonly number[]): boolean =>
  one.length > 0 && other.length > 0 && Math.max(...one) < Math.min(...other)

/** A text that is held against the values that it has to give. */
class ProseJudge {
  readonly text: string
  /** Where values stand that somebody asked for, with the units beside them. */
  readonly given: TextSpan[] = []
  private readonly ends: number[]
  private last = -1

  constructor(written: string) {
    this.text = readable(written)
    this.ends = [...this.text.matchAll(CLAUSE_END)].map(({ index }) => index)
  }

  private clauseOf({ start, end }: TextSpan): TextSpan {
    const from = (this.ends.findLast((at) => at < start) ?? -1) + 1
    return { start: from, end: this.ends.find((at) => at >= end) ?? this.text.length }
  }

  private findNames(names: readonly string[], { start, end }: TextSpan): number[] {
    const clause = this.text.slice(start, end).toLowerCase()
    return names.flatMap((name) => findTokenPlaces(name.toLowerCase(), clause))
  }

  /** Whether the clause of a place names another call's argument and not its own. */
  private isElsewhere(place: TextSpan, { ownNames, otherNames }: ProseSlot): boolean {
    const clause = this.clauseOf(place)
    return this.findNames(otherNames, clause).length > 0 && this.findNames(ownNames, clause).length === 0
  }

  private findLeafProblem(leaf: Leaf, slot: ProseSlot, isItem: boolean): string | undefined {
    const shown = JSON.stringify(leaf.value)
    const all = findPlaces(leaf.value, this.text)
    this.given.push(...all)
    if (isBlank(leaf.value)) return undefined
    if (all.length === 0) return `${shown} is missing`
    const beside = new Map(all.map((place) => [place, listUnitsBeside(place, this.text)]))
    const inUnit = all.filter(
      (place) =>
        typeof leaf.value !== 'number' || !isOtherUnit(beside.get(place) ?? [], slot.unitsAt(leaf.pointer)),
    )
    if (inUnit.length === 0)
      return `the unit beside ${shown} is wrong: it is in ${[...slot.unitsAt(leaf.pointer)].join(' or ')}`
    const said = inUnit.filter((place) => !isDenied(place, this.text))
    if (said.length === 0) return `${shown} is denied`
    const statedPlaces = said.filter((place) => !this.isElsewhere(place, slot))
    if (statedPlaces.length === 0) return `${shown} is given for another call`
    const next = statedPlaces.find(({ start }) => !isItem || start > this.last)
    if (isItem) this.last = next?.start ?? this.last
    return next === undefined ? `${shown} is out of order in the list` : undefined
  }

  /** What is wrong with the text for a slot; undefined where it gives one of its values. */
  findProblem(slot: ProseSlot): string | undefined {
    const start = slot.isInOrder ? this.last : -1
    const problems = slot.values.map((value) => {
      this.last = start
      if (value === null || value === '') return 'its source is empty'
      return leavesOf(value)
        .map((leaf) => this.findLeafProblem(leaf, slot, slot.isInOrder || Array.isArray(value)))
        .find((note) => note !== undefined)
    })
    return problems.includes(undefined) ? undefined : (problems[0] ?? 'its source has no usable result')
  }

  /** A made-up number in the unit of a value: another value in its place. A derived or rounded one is none. */
  findRival(slots: readonly ProseSlot[], known: readonly string[]): string | undefined {
    const wanted = slots.flatMap((slot) =>
      slot.values.flatMap((value) => leavesOf(value)).map(({ value, pointer }) => ({ slot, value, pointer })),
    )
    const numbers = wanted.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
    if (numbers.length === 0) return undefined
    const rest = blankPlaces(this.given, this.text)
    const knownNumbers = known.flatMap((one) => numbersIn(readable(one)).map(({ value }) => value))
    const derived = listDerived([
      ...numbers,
      ...numbersIn(readable(known[0] ?? '')).map(({ value }) => value),
    ])
    const isMadeUp = ({ value, isScaled }: WrittenNumber): boolean =>
      value !== 0 &&
      !knownNumbers.some((one) => isWrittenAs(one, value, isScaled) || isWrittenAs(-one, value, isScaled)) &&
      !numbers.some((one) => isRoundedTo(Math.abs(one), Math.abs(value), 1)) &&
      !derived.some((one) => isRoundedTo(Math.abs(one), Math.abs(value), 2))
    const valueUnits = this.given.map((place) => listUnitsBeside(place, this.text))
    const isRival = (number: WrittenNumber): boolean => {
      const beside = listUnitsBeside(number, this.text)
      if (beside.length === 0)
        return !isCountLike(number.value) && valueUnits.some(({ length }) => length === 0)
      const units = wanted.map(({ slot, value, pointer }) =>
        typeof value === 'number' ? slot.unitsAt(pointer) : NO_UNITS,
      )
      return units.some((own) => beside.some((meant) => [...meant].some((unit) => own.has(unit))))
    }
    const groups = groupBy(numbersIn(rest), ({ start }) => start)
    const rival = [...groups.values()].find((readings) =>
      readings.every((one) => isMadeUp(one) && isRival(one)),
    )?.[0]
    return rival && rest.slice(rival.start, rival.end)
  }

  /** Whether a clause names two calls in one order and gives their values of one field in the other. */
  isExchanged(one: ProseSlot, other: ProseSlot): boolean {
    if (one.field === undefined || one.field !== other.field) return false
    const [names, otherNames] = [one.ownNames, other.ownNames].map((mine, i, [mineToo = [], others = []]) =>
      mine.filter((name) => !(i === 0 ? others : mineToo).includes(name)),
    )
    const [places, otherPlaces] = [one, other].map(({ values }) =>
      values.flatMap((value) => findPlaces(value, this.text)),
    ) as [TextSpan[], TextSpan[]]
    return places.some((place) => {
      const clause = this.clauseOf(place)
      const isHere = ({ start, end }: TextSpan): boolean => start >= clause.start && end <= clause.end
      const startsHere = (all: TextSpan[]) => all.filter(isHere).map(({ start }) => start)
      const [mine, theirs] = [names ?? [], otherNames ?? []].map((all) => this.findNames(all, clause)) as [
        number[],
        number[],
      ]
      const [values, otherValues] = [startsHere(places), startsHere(otherPlaces)]
      return (
        (isBefore(mine, theirs) && isBefore(otherValues, values)) ||
        (isBefore(theirs, mine) && isBefore(values, otherValues))
      )
    })
  }
}

/** What a text may say beside the values that it has to give. */
export interface ProseFacts {
  /** Values of results that nobody asked for. */
  further: readonly Json[]
  /** The prompt and the results as texts, whose numbers anyone may repeat. */
  known: readonly string[]
}

/** What is wrong with a text, slot by slot (undefined where a slot is right), and whether it gives values that nobody asked for. */
export function judgeProse(
  written: string,
  slots: readonly ProseSlot[],
  facts: ProseFacts,
): { notes: (string | undefined)[]; hasFurtherFacts: boolean } {
  const judge = new ProseJudge(written)
  const notes = slots.map((slot) => judge.findProblem(slot))
  const values = slots.flatMap((slot) => slot.values)
  const denial = values.find(
    (value) =>
      typeof value === 'boolean' && !values.includes(!value) && findPlaces(!value, judge.text).length > 0,
  )
  const exchanged = slots.map((slot) =>
    slots.some((other) => slot !== other && judge.isExchanged(slot, other))
      ? `${JSON.stringify(slot.values[0])} stands where another call's value belongs`
      : undefined,
  )
  const rest = blankPlaces(judge.given, judge.text)
  const further = facts.further.filter((fact) => findPlaces(fact, rest).length > 0).length
  const rival = judge.findRival(slots, facts.known)
  const whole =
    denial !== undefined
      ? `it says both ${denial} and ${!denial}`
      : rival !== undefined
        ? `it also gives ${rival}, which stands in no result and not in the prompt`
        : further > MAX_FURTHER_FACTS
          ? `it gives ${further} unrequested values of results, at most ${MAX_FURTHER_FACTS} are allowed`
          : undefined
  return { notes: notes.map((note, i) => note ?? exchanged[i] ?? whole), hasFurtherFacts: further > 0 }
}

/** Numbers of a text that stand in none of some others, such as the prompt and the results. */
export function findExtraNumbers(written: string, known: readonly string[]): string[] {
  const text = readable(written)
  const others = known.flatMap((one) => numbersIn(readable(one)).map(({ value }) => value))
  const isKnown = ({ value, isScaled }: { value: number; isScaled?: boolean }): boolean =>
    isCountLike(value) ||
    others.some((other) => isWrittenAs(other, value, isScaled) || isWrittenAs(-other, value, isScaled))
  const rest = blankPlaces(numbersIn(text).filter(isKnown), text)
  return [...new Set(numbersIn(rest).map(({ start, end }) => rest.slice(start, end)))]
}
