import { bodyJson } from '../../../network/routes/upstream.ts'
import type { Task } from '../../../schema/task.ts'
import { behindLine } from '../../../scoring/answers/line.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, numbersIn } from '../../../scoring/tokens.ts'
import { nameWords } from '../../../shared/english.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { singular } from '../../../shared/singular.ts'
import { nameAt } from '../record/infer-schema.ts'
import { digitsKept } from '../rounded.ts'
import type { DraftQuestion } from './questions.ts'
import type { SessionCall } from './session.ts'

/** A leaf of a result that the answer says and the prompt does not. */
interface SaidLeaf {
  step_id: string
  pointer: string
  value: Json
  /** Significant digits to which the answer rounded it, if it did. */
  digits?: number
}

const MIN_LETTERS = 3
const MIN_DIGITS = 2

/** Whether a value is so much its own that finding it in an answer means something. */
function isDecisive(value: Json): boolean {
  if (typeof value === 'number') return String(value).replace(/\D/g, '').length >= MIN_DIGITS
  return typeof value === 'string' && value.length >= MIN_LETTERS
}

/** Significant digits of a number in a text that is a value rounded; undefined if it is not. */
const roundedIn = (text: string, value: Json): number | undefined =>
  numbersIn(text)
    .map(({ written }) => digitsKept(value, written.replace(/,(?=\d{3})/g, '')))
    .find((digits) => digits !== undefined)

/** Each value once: where the prompt asks for it by name, else where it was news. */
function saidLeaves(task: Task, text: string, calls: readonly SessionCall[]): SaidLeaf[] {
  const given = new Set(
    calls.flatMap(({ arguments: args }) => leavesOf(args).map(({ value }) => String(value))),
  )
  const found = new Map<string, SaidLeaf>()
  const isBetter = (leaf: SaidLeaf, before: SaidLeaf): boolean =>
    isAsked(task.prompt, leaf) === isAsked(task.prompt, before)
      ? !given.has(String(leaf.value))
      : isAsked(task.prompt, leaf)
  for (const [i, { step_id }] of task.expected_trace.steps.entries()) {
    for (const { pointer, value } of leavesOf(bodyJson(calls[i]?.body ?? ''))) {
      const digits = carries(text, value) ? undefined : roundedIn(text, value)
      const isSaid = digits !== undefined || carries(text, value)
      if (!isDecisive(value) || !isSaid || carries(task.prompt, value)) continue
      const leaf = { step_id, pointer, value, ...(digits === undefined ? {} : { digits }) }
      const before = found.get(String(value))
      if (before === undefined || isBetter(leaf, before)) found.set(String(value), leaf)
    }
  }
  return [...found.values()]
}

const ASKS =
  /\?|\b(?:tell|what|which|how|who|whom|whose|when|where|report|say|answer|reply|show|list|give me|let me know|name|quote)\b/i

const UNTOLD = new Set(['id', 'value', 'data', 'name', 'type', 'code'])

function isAsked(prompt: string, { pointer }: SaidLeaf): boolean {
  if (!ASKS.test(prompt)) return false
  const words = nameWords(nameAt(pointer))
  const decisive = words.filter((word) => !UNTOLD.has(word))
  const asked = decisive.length > 0 ? decisive : words
  const said = prompt.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return asked.length > 0 && asked.every((word) => said.some((one) => singular(one) === singular(word)))
}

const from = ({ step_id, pointer, digits }: SaidLeaf): JsonObject => ({
  $from: step_id,
  at: pointer,
  ...(digits === undefined ? {} : { digits }),
})

/** What an answer is to give: one value, or several under their names. */
function expectedOf(leaves: readonly SaidLeaf[]): Json | undefined {
  const [first] = leaves
  if (first === undefined) return undefined
  if (leaves.length === 1) return from(first)
  const names = leaves.map(({ pointer }) => nameWords(nameAt(pointer)).join(' '))
  if (new Set(names).size < names.length) return leaves.map(from)
  return Object.fromEntries(leaves.map((leaf, i) => [names[i] as string, from(leaf)]))
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
): { expected: Json | undefined; questions: DraftQuestion[] } {
  const said = saidLeaves(task, behindLine(answer ?? '', '') ?? answer ?? '', calls)
  const asked = said.filter((leaf) => isAsked(task.prompt, leaf))
  const others = said.filter((leaf) => !asked.includes(leaf))
  const listed = others.map(({ step_id, pointer, value }) => `${step_id} ${pointer} ${JSON.stringify(value)}`)
  return {
    expected: expectedOf(asked),
    questions:
      others.length === 0
        ? []
        : [
            {
              task_id: task.task_id,
              kind: 'answer-leaf',
              text: `the answer contains ${listed.join(', ')}, which the prompt does not name, so it is not graded. If the prompt asks for it, add it to expected_final_answer: ${JSON.stringify(expectedOf(said))} is the answer with all of it.`,
            },
          ],
  }
}
