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
import { countDigitsKept } from '../rounded.ts'
import type { TaskQuestion } from './questions.ts'
import type { SessionCall } from './session.ts'

/** A leaf of a result that the answer says and the prompt does not. */
interface SaidLeaf {
  step: string
  at: string
  value: Json
  /** Whether the call of the step was given the value. */
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
    return { ...(first as SaidLeaf), others }
  })
}

const ASKS =
  /\?|\b(?:tell|what|which|how|who|whom|whose|when|where|report|say|answer|reply|show|list|give me|let me know|name|quote)\b/i

const UNTOLD = new Set(['id', 'value', 'data', 'name', 'type', 'code'])

function isAsked(prompt: string, { at }: SaidLeaf): boolean {
  if (!ASKS.test(prompt)) return false
  const words = nameWords(nameAt(at))
  const decisive = words.filter((word) => !UNTOLD.has(word))
  const asked = decisive.length > 0 ? decisive : words
  const said = prompt.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return asked.length > 0 && asked.every((word) => said.some((one) => singular(one) === singular(word)))
}

function buildFrom({ step, at, digits, others = [] }: SaidLeaf): JsonObject {
  const binding = { $from: step, at, ...dropUndefinedFields({ digits }) }
  return others.length === 0 ? binding : { $oneOf: [binding, ...others.map(buildFrom)] }
}

/** What an answer is to give: one value, or several under their names. */
function buildExpected(leaves: readonly SaidLeaf[]): Json | undefined {
  const [first] = leaves
  if (first === undefined) return undefined
  if (leaves.length === 1) return buildFrom(first)
  const names = leaves.map(({ at }) => nameAt(at))
  if (new Set(names.map(normalizeBareName)).size < names.length) return leaves.map(buildFrom)
  return Object.fromEntries(leaves.map((leaf, i) => [names[i] as string, buildFrom(leaf)]))
}

/**
 * The graded answer of a task: leaves of results that the answer says, as far as the prompt asks for them by name. About
 * the others it asks.
 *
 * @param calls The calls of the steps, in their order
 */
export function draftAnswer(
  task: Task,
  answer: string | null,
  calls: readonly SessionCall[],
): { expected: Json | undefined; questions: TaskQuestion[] } {
  const said = findSaidLeaves(task, findBehindLine(answer ?? '', '') ?? answer ?? '', calls)
  const asked = said.filter((leaf) => isAsked(task.prompt, leaf))
  const others = said.filter((leaf) => !asked.includes(leaf))
  const listed = others.map(({ step, at, value }) => `${step} ${at} ${JSON.stringify(value)}`)
  return {
    expected: buildExpected(asked),
    questions:
      others.length === 0
        ? []
        : [
            {
              task_id: task.task_id,
              kind: 'answer-leaf',
              text: `the answer contains ${listed.join(', ')}, which the prompt does not name, so it is not graded. If the prompt asks for it, add it to expected_final_answer: ${JSON.stringify(buildExpected(said))} is the answer with all of it.`,
              code: {
                text: 'the recorded answer says more than the prompt asks for. Return what the user wants of the proposal.',
                value: buildExpected(said) ?? null,
              },
            },
          ],
  }
}
