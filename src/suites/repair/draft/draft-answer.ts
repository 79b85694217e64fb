import { listSources } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { findBehindLine } from '../../../scoring/answers/line.ts'
import { findPlaces, readable } from '../../../scoring/answers/prose.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { nameWords, normalizeBareName } from '../../../shared/english.ts'
import { groupBy } from '../../../shared/group.ts'
import { isIdName } from '../../../shared/id-name.ts'
import { dropUndefinedFields, type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { singular } from '../../../shared/singular.ts'
import { isSameValue, readLeafType } from '../../../tasks/equality.ts'
import { listNodes } from '../../load/nodes.ts'
import { choosePossiblePlaces } from '../bind/sources.ts'
import { nameAt } from '../record/infer-schema.ts'
import { isExchangeable } from '../record/value-exchange.ts'
import { countDigitsKept } from '../rounded.ts'
import { isFigure } from './computed.ts'
import { DAY_LENGTH } from './dates.ts'
import { countNamed, haveOneStem } from './prompt-words.ts'
import type { TaskQuestion } from './questions.ts'
import type { OutputOf } from './rows.ts'

/** A leaf of a result that the last message shows and the prompt does not state. */
interface SaidLeaf {
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

const MIN_LETTERS = 3
const MIN_DIGITS = 2
const MIN_ITEMS = 2
const MOMENT_LENGTH = '2026-01-31T10:40'.length
/** More proposals do not help. */
const MAX_PROPOSALS = 4

/** Whether a value is so much its own that finding it in an answer means something. */
function isDecisive(value: Json): boolean {
  if (typeof value === 'number') return String(value).replace(/\D/g, '').length >= MIN_DIGITS
  return typeof value === 'string' && value.length >= MIN_LETTERS
}

const MOMENT = /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2})/
const CLOCK_TIME = /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])/g

const isMoment = (value: Json): value is string => typeof value === 'string' && MOMENT.test(value)

/** Whether a text shows a value, in any form that is graded as right. */
const shows = (text: string, value: Json): boolean =>
  carries(text, value) || (typeof value === 'string' && findPlaces(value, readable(text)).length > 0)

/** Whether a text shows a moment by its time alone, which the prompt does not state. */
function showsTime(text: string, prompt: string, value: string): boolean {
  const [, time = ''] = MOMENT.exec(value) ?? []
  const listTimes = (one: string): string[] => one.match(CLOCK_TIME) ?? []
  const isDayShown = shows(text, value.slice(0, DAY_LENGTH))
  return !isDayShown && listTimes(text).includes(time) && !listTimes(prompt).includes(time)
}

/** A text without the values that have another one within them, and without times if this is a number. */
const hideLonger = (text: string, value: Json, leaves: readonly SaidLeaf[]): string =>
  leaves
    .flatMap(({ value: other }) => (typeof other === 'string' ? other : []))
    .filter((other) => other.length > String(value).length && carries(other, value))
    .reduce(
      (rest, other) => rest.replaceAll(other, ' '),
      typeof value === 'number' ? text.replaceAll(CLOCK_TIME, ' ') : text,
    )

const readPlainNumber = (written: string): string => written.replace(/,(?=\d{3})/g, '')

/** Significant digits of a number in a text that is a value rounded; undefined if it is not. */
const findRoundedDigits = (text: string, value: Json): number | undefined =>
  findNumbers(text)
    .map(({ written }) => countDigitsKept(value, readPlainNumber(written)))
    .find((digits) => digits !== undefined)

/** Each value once: where the prompt asks for it by name, else where it was news. Other such places stand with it. */
function findSaidLeaves({ task: { prompt }, leaves }: AnswerGround, text: string): SaidLeaf[] {
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
  const said = all.filter((leaf) => isDecisive(leaf.value) && isShown(leaf) && !carries(prompt, leaf.value))
  // A message that gives a moment also gives its day: other moments of the day are not meant.
  const isMeant = ({ value, isDay }: SaidLeaf): boolean =>
    !isDay ||
    said.every((one) => one.isDay || !String(one.value).startsWith(String(value).slice(0, DAY_LENGTH)))
  return [...groupBy(said.filter(isMeant), ({ value }) => String(value)).values()].map((same) => {
    const isWanted = (leaf: SaidLeaf): boolean => isAsked(prompt, leaf)
    const wanted = same.some(isWanted) ? same.filter(isWanted) : same
    const news = wanted.filter(({ isEcho }) => !isEcho)
    const [first, ...others] = choosePossiblePlaces(news.length > 0 ? news : wanted.slice(0, 1), all, [])
    return { ...(first as SaidLeaf), isEcho: same.every(({ isEcho }) => isEcho), others }
  })
}

/** A word of a question, except one that leads to a name or a number, such as "from" in "from Norway". */
const ASKED_WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?![\p{L}\p{N}]|\s+(?:["'“]|\d|\p{Lu}\p{Ll}))/gu

const listSentences = (prompt: string): string[] => prompt.trim().split(/(?<=[.!?\n])\s+/)

const listQuestions = (prompt: string): string[] =>
  listSentences(prompt).filter((sentence) => sentence.endsWith('?'))

/** Whether sentences, by default the questions of the prompt, have each word of the name of a leaf. */
function isAsked(prompt: string, { at }: SaidLeaf, sentences = listQuestions(prompt)): boolean {
  const words = nameWords(nameAt(at))
  const asked = new Set(
    sentences.flatMap((one) => one.match(ASKED_WORD) ?? []).map((word) => singular(word.toLowerCase())),
  )
  return words.length > 0 && words.every((word) => asked.has(singular(word)))
}

/** Numbers of a reply that neither the prompt nor a result has: the agent computed them. */
function listComputed({ prompt, expected_trace }: Task, reply: string, outputOf: OutputOf): string[] {
  const leaves = expected_trace.steps.flatMap(({ step_id }) => leavesOf(outputOf(step_id)))
  const known = [prompt, ...leaves.map(({ value }) => String(value))].join('\n')
  return findNumbers(reply).flatMap(({ value, written }) =>
    !isFigure(value) ||
    carries(known, value) ||
    leaves.some((leaf) => findRoundedDigits(written, leaf.value) !== undefined)
      ? []
      : [written],
  )
}

/** A value as JSON spells it, or the text itself. */
function parseValue(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** What a line may give: what it spells in JSON, else one text, else several values. */
const listReadings = (line: string): Json[] => {
  const whole = parseValue(line)
  if (typeof whole === 'object' || typeof whole === 'boolean') return [whole]
  const [first = '', ...others] = line.split(/,\s+/)
  return [line, ...(others.length === 0 ? [] : [[first, ...others]])]
}

/** What an answer line gives, if each of its values is in a result or follows from results: who asked for it, asked for them. */
function bindLine(value: Json, name: string, ground: AnswerGround): Json | undefined {
  if (typeof value === 'object' && value !== null) {
    const whole = ground.task.expected_trace.steps.flatMap(({ step_id: $from }) =>
      listNodes(ground.outputOf($from)).flatMap(({ pointer: at, value: node }): Json[] =>
        stringifyStably(node) === stringifyStably(value) ? [{ $from, at }] : [],
      ),
    )
    if (whole[0] !== undefined) return whole[0]
    const parts = Object.entries(value).map(([key, part]) => {
      return [key, bindLine(part, Array.isArray(value) ? name : key, ground)] as const
    })
    if (parts.some(([, part]) => part === undefined)) return undefined
    return Array.isArray(value)
      ? parts.map(([, part]) => part as Json)
      : Object.fromEntries(parts as [string, Json][])
  }
  if (typeof value === 'string' && carries(ground.task.prompt, value)) return undefined
  const { leaves } = ground
  const same = leaves.filter((leaf) => isSameValue(leaf.value, value, readLeafType(undefined)))
  const exact = same.filter((leaf) => String(leaf.value) === String(value))
  const equal = exact.length > 0 ? exact : same
  const news = equal.filter(({ isEcho }) => !isEcho)
  const named = equal.filter(({ at }) => normalizeBareName(nameAt(at)) === normalizeBareName(name))
  const [first, ...others] = choosePossiblePlaces(named.length > 0 ? named : news, leaves, [])
  if (first !== undefined && (others.length === 0 || isDecisive(value)))
    return buildFrom({ ...first, others })
  const written = readPlainNumber(String(value))
  if (!/^-?\d+(?:\.\d+)?$/.test(written)) return undefined
  const rounded = leaves.flatMap((leaf): SaidLeaf[] => {
    const digits = countDigitsKept(leaf.value, written)
    return digits === undefined ? [] : [{ ...leaf, digits }]
  })
  return rounded[0] === undefined ? ground.compute(Number(written)) : buildFrom(rounded[0])
}

function buildFrom({ step, at, value, digits, isDay, isTime, others = [] }: SaidLeaf): JsonObject {
  const text = String(value)
  const toMinutes = text.length > MOMENT_LENGTH ? [{ cut: MOMENT_LENGTH - DAY_LENGTH - 1 }] : []
  const time = isTime && [{ split: text.charAt(DAY_LENGTH), take: 1 }, ...toMinutes]
  const via = time || (isDay && [{ cut: DAY_LENGTH }])
  const binding = { $from: step, at, ...dropUndefinedFields({ digits, via }) }
  return others.length === 0 ? binding : { $oneOf: [binding, ...others.map(buildFrom)] }
}

/** Values of one name, or of another kind: one value or a list. */
function buildNamed(
  leaves: readonly SaidLeaf[],
  writeKind = ({ at }: SaidLeaf): string => normalizeBareName(nameAt(at)),
): [name: string, value: Json][] {
  return [...groupBy(leaves, writeKind).values()].map((same) => {
    const [first = null, ...others] = same.map(buildFrom)
    return [nameAt((same[0] as SaidLeaf).at), others.length === 0 ? first : [first, ...others]]
  })
}

/** What an answer is to give: one value, a list of values of one name, or several values under their names. */
function buildExpected(leaves: readonly SaidLeaf[]): Json | undefined {
  const named = buildNamed(leaves)
  return named.length < 2 ? named[0]?.[1] : Object.fromEntries(named)
}

/** Leaves that the prompt names come first, ids last. */
const sortByNames = (leaves: readonly SaidLeaf[], prompt: string): SaidLeaf[] => {
  const words = listLongWords(prompt)
  const [last = ''] = listSentences(prompt).slice(-1)
  const rank = ({ at }: SaidLeaf): number =>
    2 * countNamed(prompt, at) +
    4 * countNamed(last, at) +
    nameWords(nameAt(at)).filter((name) => words.some((word) => haveOneStem(name, word))).length -
    (isIdName(nameAt(at)) ? 0.5 : 0)
  return leaves.toSorted((one, other) => rank(other) - rank(one))
}

const listLongWords = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word.length > MIN_LETTERS)

/** A number or a moment that no call sent, and that is not an id: a question may ask for it in other words. */
const isOpen = ({ at, value, isEcho }: SaidLeaf): boolean =>
  !isEcho && !isIdName(nameAt(at)) && (typeof value === 'number' || isMoment(value))

/** The lengths of lists that a reply has as numbers and no call sent, by whether the prompt names the list. */
function listLengths(
  { task, outputOf, leaves }: AnswerGround,
  reply: string,
): { named: Json[]; others: Json[] } {
  const { prompt, expected_trace } = task
  const sent = new Set(
    expected_trace.steps.flatMap((step) => leavesOf(step.arguments).map(({ value }) => value)),
  )
  const lists = expected_trace.steps.flatMap(({ step_id: $from }) =>
    listNodes(outputOf($from), Array.isArray).flatMap(({ pointer: at, value }) => {
      const count = Array.isArray(value) ? value.length : 0
      const isNew = count >= MIN_ITEMS && !sent.has(count) && !carries(prompt, count)
      return isNew && carries(hideLonger(reply, count, leaves), count) ? [{ $from, at }] : []
    }),
  )
  const isNamed = ({ at }: { at: string }): boolean => countNamed(prompt, at) > 0
  const measure = (same: typeof lists): Json[] => same.map((list) => ({ ...list, via: ['length'] }))
  return { named: measure(lists.filter(isNamed)), others: measure(lists.filter((one) => !isNamed(one))) }
}

/**
 * The only value of a reply whose name the prompt has, if it is a number or a moment, the last sentence has the name, and
 * no call takes the value. What a task goes on with, or what a tool is called, is named for the calls.
 */
function findOnlyNamed(said: readonly SaidLeaf[], { prompt, expected_trace: { steps } }: Task): SaidLeaf[] {
  const named = said.filter(({ at }) => countNamed(prompt, at) > 0)
  const taken = steps.flatMap((step) => listSources(step.arguments))
  const ofTools = new Set(steps.flatMap(({ tool_name }) => nameWords(tool_name)))
  const isAnswer = (leaf: SaidLeaf): boolean =>
    isOpen(leaf) &&
    isAsked(prompt, leaf, listSentences(prompt).slice(-1)) &&
    !nameWords(nameAt(leaf.at)).every((word) => ofTools.has(word)) &&
    !taken.some((from) => from.$from === leaf.step && from.at === leaf.at)
  return named.length === 1 ? named.filter(isAnswer) : []
}

/** What the graded answer of a task follows from. */
export interface AnswerGround {
  task: Task
  outputOf: OutputOf
  /** All leaves of results. */
  leaves: readonly SaidLeaf[]
  /** How a number follows from results. */
  compute: (value: number) => Json | undefined
  /** How many items calls were made for, and these items. */
  counts: readonly { count: number; of: Json }[]
}

/** The leaves of all results. */
export const listAnswerLeaves = ({ expected_trace: { steps } }: Task, outputOf: OutputOf): SaidLeaf[] =>
  steps.flatMap(({ step_id: step, arguments: args }) => {
    const given = new Set(leavesOf(args).map(({ value }) => String(value)))
    return leavesOf(outputOf(step)).map(({ pointer: at, value }) => {
      return { step, at, value, isEcho: given.has(String(value)) }
    })
  })

/**
 * The graded answer of a task: an answer line whose values are explained, or the leaves of results that a question of the
 * prompt names and the last message shows. Of any other message nothing is graded: a question proposes each value that the
 * message shows.
 */
export function draftAnswer(
  answer: string | null,
  ground: AnswerGround,
): { expected?: Json; questions: TaskQuestion[] } {
  const { task, outputOf, compute, counts } = ground
  const { prompt, task_id } = task
  const line = findBehindLine(answer ?? '', '')?.trim()
  const readings = line === undefined ? [] : listReadings(line)
  const whole = readings.map((value) => bindLine(value, '', ground)).find((one) => one !== undefined)
  if (whole !== undefined) return { expected: whole, questions: [] }
  const reply = line ?? answer ?? ''
  const said = findSaidLeaves(ground, reply)
  const inQuestion = said.filter((leaf) => !leaf.isEcho && isAsked(prompt, leaf))
  const asked = inQuestion.length > 0 ? inQuestion : findOnlyNamed(said, task)
  const computed = listComputed(task, reply, outputOf)
  const counted = counts.flatMap(({ count, of }) =>
    carries(reply, count) && !carries(prompt, count) ? [of] : [],
  )
  const rest = sortByNames(
    said.filter((leaf) => !asked.includes(leaf)),
    prompt,
  )
  const isGraded = asked.length > 0 && computed.length === 0
  const lengths = listLengths(ground, reply)
  const made = [
    ...computed.map((written) => compute(Number(readPlainNumber(written)))),
    ...counted,
    ...lengths.named,
  ]
  // A word of a fixed list, such as EUR or shipped, says nothing new.
  const news = [...asked, ...rest].filter(({ value }) => isExchangeable(String(value)))
  const shown = isGraded ? rest.filter(isOpen) : news.map(({ others: _, ...leaf }) => leaf)
  const [value, ...others] = [
    ...(isGraded ? [] : made.filter((one) => one !== undefined)),
    ...buildNamed(shown, ({ at }) => at.replaceAll(/\/\d+(?=\/|$)/g, '/*')).map(([, one]) => one),
    ...(isGraded ? [] : lengths.others),
  ].slice(0, MAX_PROPOSALS)
  const lost = computed.filter((_, i) => made[i] === undefined)
  const expected = isGraded ? buildExpected(asked) : undefined
  if (value === undefined && lost.length === 0) return { ...dropUndefinedFields({ expected }), questions: [] }
  const missing =
    lost.length === 0 ? '' : ` No result has ${lost.join(', ')}: if it is asked for, compute it.`
  const text = isGraded
    ? 'the recorded reply also has what is proposed, which is not graded. If the prompt asks for it, return it too.'
    : others.length === 0
      ? `the recorded reply has a value that may be asked for. If the prompt asks for it, return it.${missing}`
      : `the recorded reply has these values. Return what the prompt asks for.${missing}`
  return {
    ...dropUndefinedFields({ expected }),
    questions: [{ task_id, kind: 'answer-leaf', text, ...(value !== undefined && { value, others }) }],
  }
}
