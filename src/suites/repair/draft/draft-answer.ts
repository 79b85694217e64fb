import { parseBodyJson } from '../../../network/routes/upstream.ts'
import type { Task } from '../../../schema/task.ts'
import { findBehindLine } from '../../../scoring/answers/line.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { nameWords, normalizeBareName } from '../../../shared/english.ts'
import { groupBy } from '../../../shared/group.ts'
import { dropUndefinedFields, type Json, type JsonObject } from '../../../shared/json.ts'
import { singular } from '../../../shared/singular.ts'
import { choosePossiblePlaces } from '../bind/sources.ts'
import { nameAt } from '../record/infer-schema.ts'
import { isExchangeable } from '../record/value-exchange.ts'
import { countDigitsKept } from '../rounded.ts'
import { isFigure } from './derived.ts'
import type { TaskQuestion } from './questions.ts'
import type { SessionCall } from './session.ts'

/** A leaf of a result that the answer says and the prompt does not. */
interface SaidLeaf {
  step: string
  at: string
  value: Json
  /** Whether calls only gave back what the agent sent. */
  isEcho: boolean
  /** Significant digits to which the answer rounded it, if it did. */
  digits?: number
  /** The same value at other places. */
  others?: SaidLeaf[]
}

const MIN_LETTERS = 3
const MIN_DIGITS = 2

/** Whether a value is so much its own that finding it in an answer means something. */
function isDecisive(value: Json): boolean {
  if (typeof value === 'number') return String(value).replace(/\D/g, '').length >= MIN_DIGITS
  return typeof value === 'string' && value.length >= MIN_LETTERS
}

/** Significant digits of a number in a text that is a value rounded; undefined if it is not. */
const findRoundedDigits = (text: string, value: Json): number | undefined =>
  findNumbers(text)
    .map(({ written }) => countDigitsKept(value, written.replace(/,(?=\d{3})/g, '')))
    .find((digits) => digits !== undefined)

/** Each value once: where the prompt asks for it by name, else where it was news. Other such places stand with it. */
function findSaidLeaves(task: Task, text: string, calls: readonly SessionCall[]): SaidLeaf[] {
  const all = task.expected_trace.steps.flatMap(({ step_id }, i) => {
    const given = new Set(leavesOf(calls[i]?.arguments ?? {}).map(({ value }) => String(value)))
    return leavesOf(parseBodyJson(calls[i]?.body ?? '')).map(({ pointer, value }): SaidLeaf => {
      const digits = carries(text, value) ? undefined : findRoundedDigits(text, value)
      const isEcho = given.has(String(value))
      return { step: step_id, at: pointer, value, isEcho, ...dropUndefinedFields({ digits }) }
    })
  })
  const said = all.filter(
    ({ value, digits }) =>
      isDecisive(value) && (digits !== undefined || carries(text, value)) && !carries(task.prompt, value),
  )
  return [...groupBy(said, ({ value }) => String(value)).values()].map((same) => {
    const isWanted = (leaf: SaidLeaf): boolean => isAsked(task.prompt, leaf)
    const wanted = same.some(isWanted) ? same.filter(isWanted) : same
    const news = wanted.filter(({ isEcho }) => !isEcho)
    const [first, ...others] = choosePossiblePlaces(news.length > 0 ? news : wanted.slice(0, 1), all, [])
    return { ...(first as SaidLeaf), isEcho: same.every(({ isEcho }) => isEcho), others }
  })
}

/** Words of a request for a reply. */
const REQUEST_WORDS = 'tell|report|say|answer|reply|show|list|give me|let me know|name|quote'
const REQUESTS = new RegExp(String.raw`\b(?:${REQUEST_WORDS})\b`, 'i')
/** A question, an indirect one too, or a request for a reply. */
const ASKS = new RegExp(String.raw`\?|\b(?:${REQUEST_WORDS}|what|which|how|who|whom|whose|when|where)\b`, 'i')

const UNTOLD = new Set(['id', 'value', 'data', 'name', 'type', 'code'])

/** A shorter word of a name, such as "no", says nothing. */
const MIN_WORD_LENGTH = 3

/** A word of a prompt, except one that leads to a name or a number, such as "from" in "from Norway". */
const ASKED_WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?![\p{L}\p{N}]|\s+(?:["'“]|\d|\p{Lu}\p{Ll}))/gu

/** The parts of a prompt that ask for an answer: whole questions, and sentences from the word on that requests it. */
const listAskingParts = (prompt: string): string[] =>
  prompt.split(/(?<=[.!?\n])\s+/).flatMap((sentence) => {
    const at = sentence.endsWith('?') ? 0 : sentence.search(REQUESTS)
    return at < 0 ? [] : [sentence.slice(at)]
  })

/** Whether a part of a prompt that asks for an answer names a leaf. */
function isAsked(prompt: string, { at }: SaidLeaf): boolean {
  const words = nameWords(nameAt(at))
  const decisive = words.filter((word) => !UNTOLD.has(word) && word.length >= MIN_WORD_LENGTH)
  const asked = decisive.length > 0 ? decisive : words.filter((word) => UNTOLD.has(word))
  const said = listAskingParts(prompt).flatMap((part) => part.match(ASKED_WORD) ?? [])
  return (
    asked.length > 0 &&
    asked.every((word) => said.some((one) => singular(one.toLowerCase()) === singular(word)))
  )
}

/** Numbers of a reply that neither the prompt nor a result has: the agent computed them. */
function listComputed(prompt: string, reply: string, calls: readonly SessionCall[]): string[] {
  const leaves = calls.flatMap(({ body }) => leavesOf(parseBodyJson(body ?? '')))
  const known = [prompt, ...leaves.map(({ value }) => String(value))].join('\n')
  return findNumbers(reply).flatMap(({ value, written }) =>
    !isFigure(value) ||
    carries(known, value) ||
    leaves.some((leaf) => findRoundedDigits(written, leaf.value) !== undefined)
      ? []
      : [written],
  )
}

/** Whether an answer line holds nothing but values of results: who asked for the line asked for them. */
const isValuesAlone = (line: string, said: readonly SaidLeaf[]): boolean =>
  said.length > 0 &&
  !/[\p{L}\p{N}]/u.test(said.reduce((rest, { value }) => rest.replaceAll(String(value), ''), line))

function buildFrom({ step, at, digits, others = [] }: SaidLeaf): JsonObject {
  const binding = { $from: step, at, ...dropUndefinedFields({ digits }) }
  return others.length === 0 ? binding : { $oneOf: [binding, ...others.map(buildFrom)] }
}

/** What an answer is to give: one value, a list of values of one name, or several values under their names. */
function buildExpected(leaves: readonly SaidLeaf[]): Json | undefined {
  const byName = [...groupBy(leaves, ({ at }) => normalizeBareName(nameAt(at))).values()]
  const build = (same: readonly SaidLeaf[]): Json => {
    const [first = null, ...others] = same.map(buildFrom)
    return others.length === 0 ? first : [first, ...others]
  }
  if (byName.length < 2) return byName[0] && build(byName[0])
  return Object.fromEntries(byName.map((same) => [nameAt((same[0] as SaidLeaf).at), build(same)]))
}

/**
 * The graded answer of a task: leaves of results that the answer says and the prompt asks for by name. If the prompt may
 * ask for another answer, or the answer was computed, nothing is graded, and a question proposes what the answer says.
 *
 * @param calls The calls of the steps, in their order
 */
export function draftAnswer(
  task: Task,
  answer: string | null,
  calls: readonly SessionCall[],
): { expected: Json | undefined; questions: TaskQuestion[] } {
  const { prompt } = task
  const line = findBehindLine(answer ?? '', '')
  const reply = line ?? answer ?? ''
  const said = findSaidLeaves(task, reply, calls)
  const isWhole = line !== undefined && isValuesAlone(line, said)
  const isNamed = (leaf: SaidLeaf): boolean => !leaf.isEcho && (isWhole || isAsked(prompt, leaf))
  const asked = said.filter(isNamed)
  const computed = listComputed(prompt, reply, calls).join(', ')
  if (asked.length > 0 && computed === '') return { expected: buildExpected(asked), questions: [] }
  // A word of a fixed list, such as EUR or shipped, says nothing new.
  const news = [...asked, ...said.filter((leaf) => !isNamed(leaf))].filter(({ value }) =>
    isExchangeable(String(value)),
  )
  if ((news.length === 0 && computed === '') || !ASKS.test(prompt))
    return { expected: undefined, questions: [] }
  const listed = said.map(({ step, at, value }) => `${step} ${at} ${JSON.stringify(value)}`).join(', ')
  const texts = [
    ...(computed === ''
      ? []
      : [
          `the answer contains ${computed}, which no result has, so no answer is graded. If an agent has to compute it, draft a function: F.suite.ts.`,
        ]),
    ...(listed === ''
      ? []
      : [
          `the answer contains ${listed}, which the prompt does not clearly ask for, so it is not graded. If the prompt asks for it, add it to expected_final_answer: ${JSON.stringify(buildExpected(said))} is the answer with all of it.`,
        ]),
  ]
  const lost = computed === '' ? '' : ` No result has ${computed}: if it is asked for, compute it.`
  const value = buildExpected(news)
  const question: TaskQuestion = {
    task_id: task.task_id,
    kind: 'answer-leaf',
    text: texts.join(' '),
    code: {
      text: `if the prompt asks for an answer, return it.${lost}${value === undefined ? '' : ' The recorded reply says what is proposed.'}`,
      ...(value !== undefined && { value }),
    },
  }
  return { expected: undefined, questions: [question] }
}
