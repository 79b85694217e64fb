import type { From } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { findPlaces, readable } from '../../../scoring/answers/prose.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { groupBy } from '../../../shared/group.ts'
import { dropUndefinedFields, type Json, type JsonObject } from '../../../shared/json.ts'
import { choosePossiblePlaces } from '../bind/sources.ts'
import { countDigitsKept } from '../rounded.ts'
import { DAY_LENGTH } from './dates.ts'
import { isAsked, isBesideName, listQuestions, listSentences } from './prompt-words.ts'
import type { OutputOf } from './rows.ts'

const MIN_LETTERS = 3
const MIN_DIGITS = 2
const MOMENT_LENGTH = '2026-01-31T10:40'.length

/** A leaf of a result that the last message shows and the prompt does not state. */
export interface SaidLeaf {
  step: string
  at: string
  value: Json
  /** Whether calls only gave back what the agent sent. */
  isEcho: boolean
  /** Significant digits to which the message rounded it, if it did. */
  digits?: number
  /** Whether the message gives the day of a moment alone, or the time of it. */
  isDay?: boolean
  isTime?: boolean
  /** The same value at other places. */
  others?: SaidLeaf[]
}

/** What the graded answer of a task follows from. */
export interface AnswerGround {
  task: Task
  outputOf: OutputOf
  /** All leaves of results. */
  leaves: readonly SaidLeaf[]
  /** How a number follows from results. */
  compute: (value: number, isShown?: (from: From) => boolean) => Json | undefined
  /** How a small number follows from a result that nothing uses. */
  computeLeft: (value: number) => Json | undefined
  /** How many items calls were made for, and these items. */
  counts: readonly { count: number; of: Json }[]
  /** The arguments of all calls, as they were recorded. */
  sent: readonly JsonObject[]
  /** Whether a step changes nothing. */
  isRead: (step: string) => boolean
  /** Whether no call changes anything: then the answer is all that the task is for. */
  isReadOnly: boolean
}

/** The leaves of all results. */
export const listAnswerLeaves = ({ expected_trace: { steps } }: Task, outputOf: OutputOf): SaidLeaf[] =>
  steps.flatMap(({ step_id: step, arguments: args }) => {
    const given = new Set(leavesOf(args).map(({ value }) => String(value)))
    return leavesOf(outputOf(step)).map(({ pointer: at, value }) => {
      return { step, at, value, isEcho: given.has(String(value)) }
    })
  })

/** Whether a value is so much its own that finding it in an answer means something. */
export function isDecisive(value: Json): boolean {
  if (typeof value === 'number') return String(value).replace(/\D/g, '').length >= MIN_DIGITS
  return typeof value === 'string' && value.length >= MIN_LETTERS
}

const MOMENT = /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2})/
export const CLOCK_TIME = /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])/g

export const isMoment = (value: Json): value is string => typeof value === 'string' && MOMENT.test(value)

/** Whether a text shows a value, in any form that is graded as right. */
export const shows = (text: string, value: Json): boolean =>
  carries(text, value) || (typeof value === 'string' && findPlaces(value, readable(text)).length > 0)

/** Whether a text shows a moment by its time alone, which the prompt does not state. */
function showsTime(text: string, prompt: string, value: string): boolean {
  const [, time = ''] = MOMENT.exec(value) ?? []
  const listTimes = (one: string): string[] => one.match(CLOCK_TIME) ?? []
  const isDayShown = shows(text, value.slice(0, DAY_LENGTH))
  return !isDayShown && listTimes(text).includes(time) && !listTimes(prompt).includes(time)
}

/** A text without the values that have another one within them, and without times if this is a number. */
export const hideLonger = (text: string, value: Json, leaves: readonly SaidLeaf[]): string =>
  leaves
    .flatMap(({ value: other }) => (typeof other === 'string' ? other : []))
    .filter((other) => other.length > String(value).length && carries(other, value))
    .reduce(
      (rest, other) => rest.replaceAll(other, ' '),
      typeof value === 'number' ? text.replaceAll(CLOCK_TIME, ' ') : text,
    )

export const readPlainNumber = (written: string): string => written.replace(/,(?=\d{3})/g, '')

/** Significant digits of a number in a text that is a value rounded; undefined if it is not. */
export const findRoundedDigits = (text: string, value: Json): number | undefined =>
  findNumbers(text)
    .map(({ written }) => countDigitsKept(value, readPlainNumber(written)))
    .find((digits) => digits !== undefined)

/** Each value once: where the prompt asks for it by name, else where it was news. Other such places stand with it. */
export function findSaidLeaves({ task: { prompt }, leaves }: AnswerGround, text: string): SaidLeaf[] {
  const all = leaves.map((leaf): SaidLeaf => {
    const digits = carries(text, leaf.value) ? undefined : findRoundedDigits(text, leaf.value)
    const isPart = isMoment(leaf.value) && !shows(text, leaf.value)
    const isTime = (isPart && showsTime(text, prompt, String(leaf.value))) || undefined
    const isDay = (isPart && !isTime) || undefined
    return { ...leaf, ...dropUndefinedFields({ digits, isDay, isTime }) }
  })
  const isShown = ({ value, digits, isDay, isTime }: SaidLeaf): boolean =>
    digits !== undefined ||
    isTime === true ||
    (isDay
      ? shows(text, String(value).slice(0, DAY_LENGTH))
      : shows(text, value) && shows(hideLonger(text, value, leaves), value))
  const sentences = [...listQuestions(prompt), ...listSentences(prompt).slice(-1)]
  // A small number says something only if the prompt asks for it by name.
  const isTold = ({ value, at }: SaidLeaf): boolean =>
    isDecisive(value) || (typeof value === 'number' && isAsked(prompt, at, sentences))
  const shown = all.filter((leaf) => isTold(leaf) && isShown(leaf) && !carries(prompt, leaf.value))
  // What a number of the prompt is compared with tells which items are meant, and is not meant itself.
  const others = shown.filter(
    ({ at }) => !findNumbers(prompt).some(({ value }) => isBesideName(prompt, value, at)),
  )
  const said = others.length > 0 ? others : shown
  // A message that gives a moment also gives its day and its time: other moments of these are not meant.
  const wholes = said.flatMap(({ value, isDay, isTime }) =>
    isDay || isTime || !isMoment(value) ? [] : [value],
  )
  const readTime = (value: Json): string | undefined => MOMENT.exec(String(value))?.[1]
  const isMeant = ({ value, isDay, isTime }: SaidLeaf): boolean =>
    !wholes.some(
      (one) =>
        (isDay && one.startsWith(String(value).slice(0, DAY_LENGTH))) ||
        (isTime && readTime(one) === readTime(value)),
    )
  return [...groupBy(said.filter(isMeant), ({ value }) => String(value)).values()].map((same) => {
    const isWanted = (leaf: SaidLeaf): boolean => isAsked(prompt, leaf.at)
    const wanted = same.some(isWanted) ? same.filter(isWanted) : same
    const news = wanted.filter(({ isEcho }) => !isEcho)
    const [first, ...others] = choosePossiblePlaces(news.length > 0 ? news : wanted.slice(0, 1), all, [])
    return { ...(first as SaidLeaf), isEcho: same.every(({ isEcho }) => isEcho), others }
  })
}

/** Leaves in the order in which a text shows them. */
export function sortByPlace(leaves: readonly SaidLeaf[], text: string): SaidLeaf[] {
  const ends = [...text.matchAll(/\s|$/g)].map(({ index }) => index)
  const place = ({ value, isDay }: SaidLeaf): number => {
    const shown = isDay ? String(value).slice(0, DAY_LENGTH) : value
    return ends.find((end) => shows(text.slice(0, end), shown)) ?? text.length
  }
  const places = new Map(leaves.map((leaf) => [leaf, place(leaf)]))
  return leaves.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0))
}

export function buildFrom({ step, at, value, digits, isDay, isTime, others = [] }: SaidLeaf): JsonObject {
  const text = String(value)
  const toMinutes = text.length > MOMENT_LENGTH ? [{ cut: MOMENT_LENGTH - DAY_LENGTH - 1 }] : []
  const time = isTime && [{ split: text.charAt(DAY_LENGTH), take: 1 }, ...toMinutes]
  const via = time || (isDay && [{ cut: DAY_LENGTH }])
  const binding = { $from: step, at, ...dropUndefinedFields({ digits, via }) }
  return others.length === 0 ? binding : { $oneOf: [binding, ...others.map(buildFrom)] }
}
