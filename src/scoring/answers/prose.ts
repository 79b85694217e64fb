import { nameWords } from '../../shared/english.ts'
import { groupBy } from '../../shared/group.ts'
import type { Json } from '../../shared/json.ts'
import { memoizeByString } from '../../shared/memoize.ts'
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

/** A text without the letters that touch digits and name the field of the value, as in `Order4711`. */
const blankLabels = (text: string, field: string | undefined): string =>
  text.replaceAll(/(?<![\p{L}\p{Nd}_])\p{L}+(?=\d)/gu, (word) =>
    nameWords(field ?? '').includes(word.toLowerCase()) ? ' '.repeat(word.length) : word,
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

/** What a text may say beside the values that it has to give. */
export interface ProseFacts {
  /** Values of results that nobody asked for. */
  further: readonly Json[]
  /** Of an answer the prompt and the results as texts: beside one value it gives no other number in the value's unit. */
  known?: readonly string[] | undefined
}

const blankPlaces = (places: readonly TextSpan[], text: string): string =>
  places.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  )

/** Facts of results that nobody asked for, above which a text is a dump. */
const MAX_FURTHER_FACTS = 4
/** Whole numbers below it are counts and list numbers, which anyone may write. */
const MIN_EXTRA_INTEGER = 100
/** Numbers of which any two may be added, compared or divided in a remark. */
const MAX_OPERANDS = 20
/** What ends a clause: a line, a sentence, a semicolon. */
const CLAUSE_END = /[;\n]|[.!?](?=\s|$)/g

type Units = ReadonlySet<string>

/** Whether units beside a number are not its own; none are where nothing stands beside it, or its own are unknown. */
const isOtherUnit = (beside: readonly Units[], units: Units): boolean =>
  beside.length > 0 && units.size > 0 && !beside.some((meant) => [...meant].some((unit) => units.has(unit)))

/** Whether every place of one kind stands before every place of another. */
const isBefore = (one: readonly number[], other: readonly number[]): boolean =>
  one.length > 0 && other.length > 0 && Math.max(...one) < Math.min(...other)

const listNumbers = (texts: readonly string[]): number[] =>
  texts.flatMap((text) => numbersIn(readable(text)).map(({ value }) => value))

/** The numbers of a text, outside of some places, that stand in none of the known texts. */
const listUnknownNumbers = (
  text: string,
  known: readonly string[],
  places: readonly TextSpan[],
): readonly WrittenNumber[] => {
  const others = listNumbers(known).flatMap((value) => [value, -value])
  const isKnown = ({ value, isScaled }: WrittenNumber): boolean =>
    others.some((other) => isWrittenAs(other, value, isScaled))
  return numbersIn(blankPlaces([...places, ...numbersIn(text).filter(isKnown)], text))
}

/** Whether one step of arithmetic makes a number of two others, as a reply may remark: a difference, a ratio, a change. */
const isDerived = (value: number, operands: readonly number[]): boolean =>
  operands.some((one, i) =>
    operands.some(
      (other, j) =>
        i !== j &&
        [one - other, one + other, one * other, one / other, (100 * (one - other)) / other].some((made) =>
          isRoundedTo(Math.abs(made), Math.abs(value), 2),
        ),
    ),
  )

/** A text that is held against the values that it has to give. */
class ProseJudge {
  readonly text: string
  /** Where values stand that somebody asked for. */
  readonly given: TextSpan[] = []
  private readonly ends: number[]
  private last = -1

  constructor(written: string) {
    this.text = readable(written)
    this.ends = [...this.text.matchAll(CLAUSE_END)].map(({ index }) => index)
  }

  private findClause({ start, end }: TextSpan): TextSpan {
    const from = (this.ends.findLast((at) => at < start) ?? -1) + 1
    return { start: from, end: this.ends.find((at) => at >= end) ?? this.text.length }
  }

  /** Where a clause has one of the names that one slot has and another has not. */
  private findNames(names: readonly string[], others: readonly string[], { start, end }: TextSpan): number[] {
    const clause = this.text.slice(start, end).toLowerCase()
    return names.flatMap((name) => (others.includes(name) ? [] : findTokenPlaces(name.toLowerCase(), clause)))
  }

  private findLeafProblem(leaf: Leaf, slot: ProseSlot, isItem: boolean): string | undefined {
    if (isBlank(leaf.value)) return undefined
    const shown = JSON.stringify(leaf.value)
    const all = findPlaces(leaf.value, blankLabels(this.text, slot.field))
    this.given.push(...all)
    if (all.length === 0) {
      const isPart = typeof leaf.value === 'number' && this.text.includes(shown)
      return isPart ? `${shown} appears only within another value` : `${shown} is missing`
    }
    const isInUnit = (place: TextSpan): boolean =>
      typeof leaf.value !== 'number' ||
      !isOtherUnit(listUnitsBeside(place, this.text), slot.unitsAt(leaf.pointer))
    const isSaid = ({ start }: TextSpan): boolean =>
      !/(?:\bnot|n't)\s+$/i.test(this.text.slice(Math.max(0, start - 5), start))
    /** Whether the clause names another call's argument and not its own. */
    const isElsewhere = (place: TextSpan): boolean => {
      const clause = this.findClause(place)
      const [others, mine] = [slot.otherNames, slot.ownNames].map(
        (names) => this.findNames(names, [], clause).length,
      )
      return others !== 0 && mine === 0
    }
    const inUnit = all.filter(isInUnit)
    if (inUnit.length === 0)
      return `${shown} is in ${[...slot.unitsAt(leaf.pointer)].join(' or ')}, and the unit next to it is another`
    const said = inUnit.filter(isSaid)
    if (said.length === 0) return `${shown} is denied`
    const statedPlaces = said.filter((place) => !isElsewhere(place))
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

  /** Whether a clause names two calls in one order and gives their values of one field in the other. */
  isExchanged(one: ProseSlot, other: ProseSlot): boolean {
    if (one.field === undefined || one.field !== other.field) return false
    const listPlaces = ({ values }: ProseSlot) => values.flatMap((value) => findPlaces(value, this.text))
    const otherPlaces = listPlaces(other)
    return listPlaces(one).some((place, _, places) => {
      const clause = this.findClause(place)
      const [mine, theirs] = [places, otherPlaces].map((all) =>
        all.map(({ start }) => start).filter((start) => start >= clause.start && start < clause.end),
      ) as [number[], number[]]
      const names = this.findNames(one.ownNames, other.ownNames, clause)
      const otherNames = this.findNames(other.ownNames, one.ownNames, clause)
      return (
        (isBefore(names, otherNames) && isBefore(theirs, mine)) ||
        (isBefore(otherNames, names) && isBefore(mine, theirs))
      )
    })
  }

  /** A made-up number in the unit of the value, which is another value in its place; derived and rounded ones are not. */
  findRival({ values: all, unitsAt }: ProseSlot, known: readonly string[]): string | undefined {
    const values = all.filter((value) => typeof value === 'number')
    if (values.length === 0) return undefined
    const besideGiven = this.given.map((place) => listUnitsBeside(place, this.text))
    const isWithoutUnit = besideGiven.some(({ length }) => length === 0)
    const declared = unitsAt('')
    const units = declared.size > 0 ? declared : new Set(besideGiven.flat().flatMap((meant) => [...meant]))
    const operands = [...values, ...listNumbers(known.slice(0, 1))].slice(0, MAX_OPERANDS)
    const dates = findDates(this.text)
    const isRival = (number: WrittenNumber): boolean => {
      const beside = listUnitsBeside(number, this.text)
      const isWhole = Number.isInteger(number.value)
      const isCount = isWhole && Math.abs(number.value) < MIN_EXTRA_INTEGER
      // Next to a value in its unit, a whole number without one is a year, a number of an order, or another thing.
      const isLikeValue = beside.length === 0 && !isWithoutUnit ? !isWhole : !isCount
      return (
        (beside.length > 0 && units.size > 0 ? !isOtherUnit(beside, units) : isLikeValue) &&
        number.value !== 0 &&
        !dates.some(({ start, end }) => number.start < end && start < number.end) &&
        !values.some((value) => isRoundedTo(Math.abs(value), Math.abs(number.value), 1)) &&
        !isDerived(number.value, operands)
      )
    }
    const unknown = groupBy(listUnknownNumbers(this.text, known, this.given), ({ start }) => start)
    const [rival] = [...unknown.values()].find((readings) => readings.every(isRival)) ?? []
    return rival && this.text.slice(rival.start, rival.end)
  }

  /** What is wrong with the text as a whole; `further` are values that nobody asked for. */
  findWholeProblem(
    slots: readonly ProseSlot[],
    further: number,
    known: readonly string[] | undefined,
  ): string | undefined {
    const values = slots.flatMap((slot) => slot.values)
    const isDenied = (value: Json): boolean =>
      typeof value === 'boolean' && !values.includes(!value) && findPlaces(!value, this.text).length > 0
    if (values.some(isDenied)) return 'the answer says both yes and no'
    const [slot, ...others] = slots
    const rival = slot && known && others.length === 0 ? this.findRival(slot, known) : undefined
    if (rival !== undefined)
      return `the answer also contains ${rival}, which is in no result and not in the prompt`
    return further > MAX_FURTHER_FACTS
      ? `the answer contains ${further} values of results that nobody asked for (at most ${MAX_FURTHER_FACTS}), so it looks like a dump`
      : undefined
  }
}

/** What is wrong with a text, slot by slot (undefined where a slot is right), and whether it gives values that nobody asked for. */
export function judgeProse(
  written: string,
  slots: readonly ProseSlot[],
  { further: facts, known }: ProseFacts,
): { notes: (string | undefined)[]; hasFurtherFacts: boolean } {
  const judge = new ProseJudge(written)
  const notes = slots.map((slot) => judge.findProblem(slot))
  const rest = blankPlaces(judge.given, judge.text)
  const further = facts.filter((fact) => findPlaces(fact, rest).length > 0).length
  const whole = judge.findWholeProblem(slots, further, known)
  return {
    notes: slots.map(
      (slot, i) =>
        notes[i] ??
        (slots.some((other) => slot !== other && judge.isExchanged(slot, other))
          ? `${JSON.stringify(slot.values[0])} is in the place of another call's value`
          : whole),
    ),
    hasFurtherFacts: further > 0,
  }
}

/** Numbers of a text that stand in none of some others, such as the prompt and the results. */
export function findExtraNumbers(written: string, known: readonly string[]): string[] {
  const text = readable(written)
  const extra = listUnknownNumbers(text, known, []).filter(
    ({ value }) => !Number.isInteger(value) || Math.abs(value) >= MIN_EXTRA_INTEGER,
  )
  return [...new Set(extra.map(({ start, end }) => text.slice(start, end)))]
}
