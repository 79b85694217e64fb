import { holdsKey, isTemplate, listSources, readBindingKey } from '../schema/binding.ts'
import type { LeafScore, TaskScore } from '../schema/score.ts'
import type { Task } from '../schema/task.ts'
import type { Trace } from '../schema/trace.ts'
import type { Json } from '../shared/json.ts'
import type { OutputOf } from '../tasks/bindings.ts'
import { describeBinding, formatPointerName, showValue, showValues } from '../tasks/naming.ts'
import { type AnswerPart, compare } from './answers/compare.ts'
import { asksForLine, findBehindLine, judgeLine } from './answers/line.ts'
import { type ArgumentContext, formatSource, readOutputs } from './bound-leaf.ts'
import { buildComparison, buildPartLeaf, judgeProseParts, listWanted } from './judge-text.ts'
import { PROSE_KEYS } from './plan.ts'
import { MAYBE_ROUNDED } from './provenance.ts'

export interface AnswerVerdict {
  verdict: TaskScore['answer']
  /** One a part that takes a value from a step. */
  leaves: LeafScore[]
  reason?: string
  /** The reply, where it was judged as prose. */
  prose?: LeafScore
}

type GradedTask = Pick<Task, 'prompt' | 'expected_trace'>

/** Whether an answer is graded. The frozen texts of published rows, which name a source of their answer, are not. */
const isGraded = (expected: Json, { expected_trace: { final_answer_source: source } }: GradedTask): boolean =>
  listSources(expected).length > 0 || readBindingKey(expected) === '$oneOf' || (source ?? null) === null

const listReplies = ({ final_answer, conversation = [] }: Trace): string[] => [
  ...(final_answer === null ? [] : [final_answer]),
  ...conversation.flatMap(({ role, content }) => (role === 'assistant' ? [content] : [])).reverse(),
]

/** Whether an answer is right as far as its form can prove: a value that prose mentions is taken as right. */
export const isAnswerRight = ({ verdict }: Pick<AnswerVerdict, 'verdict'>): boolean =>
  verdict === 'right' || verdict === 'mentioned'

/** Whether a reply is judged by what it mentions: it is there, and the task asks for no line, template or structure. */
export const isGradedAsProse = (expected: Json, task: GradedTask, trace: Trace): boolean =>
  isGraded(expected, task) &&
  trace.structured_answer === undefined &&
  !asksForLine({ prompt: task.prompt, expected_final_answer: expected }) &&
  !isTemplate(expected) &&
  listReplies(trace).some((reply) => reply.trim() !== '')

const NO_LINE = 'no line of the reply begins with ANSWER:'

/** The parts of an answer, or why it cannot be judged. */
function readAnswerParts(
  expected: Json,
  { prompt }: Pick<Task, 'prompt'>,
  trace: Trace,
  context: ArgumentContext,
  outputOf: OutputOf,
): AnswerPart[] | string {
  const against = buildComparison(context, outputOf)
  if (trace.structured_answer !== undefined) {
    return compare(expected, trace.structured_answer, { pointer: '' }, { ...against, allowsMoreKeys: true })
  }
  const replies = listReplies(trace)
  if (asksForLine({ prompt, expected_final_answer: expected })) {
    for (const reply of replies) {
      const parts = judgeLine(expected, reply, prompt, against)
      if (parts !== undefined) return parts
    }
    return NO_LINE
  }
  // Of several values without a skeleton, or of a text, what counts stands behind the marker.
  const hasMarker = prompt.includes('ANSWER:')
  const text = hasMarker
    ? replies.map((reply) => findBehindLine(reply, '')).find((behind) => behind !== undefined)
    : replies[0]
  if (hasMarker && text === undefined) return NO_LINE
  if (text === undefined || text.trim() === '') return hasMarker ? 'ANSWER: is empty' : 'the reply is missing'
  if (readBindingKey(expected) === '$template') return compare(expected, text, { pointer: '' }, against)
  return judgeProseParts(listWanted(expected), text, '', context, outputOf)
}

/** Whether nothing but the calls that an answer takes values from decides on a reply: no prose, and no note in brackets. */
export const isJudgedByItself = (expected: Json, task: GradedTask, trace: Trace): boolean =>
  trace.structured_answer === undefined &&
  trace.conversation === undefined &&
  trace.final_answer?.includes('(') !== true &&
  !holdsKey(expected, PROSE_KEYS) &&
  !isGradedAsProse(expected, task, trace)

export function judgeAnswer(
  expected: Json | undefined,
  task: GradedTask,
  trace: Trace,
  context: ArgumentContext,
): AnswerVerdict {
  if (expected === undefined || !isGraded(expected, task)) return { verdict: 'ungraded', leaves: [] }
  const parts = readAnswerParts(expected, task, trace, context, readOutputs(context))
  if (typeof parts === 'string') {
    const leaves = listWanted(expected).flatMap(({ binding }): LeafScore[] => {
      const source = listSources(binding).map(formatSource).join(', ')
      return source === ''
        ? []
        : [{ pointer: '', right: false, expected: null, provenance: 'fabricated', source, note: parts }]
    })
    return { verdict: 'wrong', leaves, reason: `final answer: ${parts}` }
  }
  const scores = parts.map((part, i) =>
    buildPartLeaf(part, context, (outputOf) => {
      const others = readAnswerParts(expected, task, trace, context, outputOf)
      return typeof others !== 'string' && others[i]?.right === true
    }),
  )
  const leaves = scores.filter(({ provenance }) => provenance !== undefined)
  const wrong = scores.findIndex((leaf) => !leaf.right)
  if (wrong < 0) {
    if (!isGradedAsProse(expected, task, trace)) return { verdict: 'right', leaves }
    const prose: LeafScore = {
      pointer: '',
      right: true,
      expected: scores.map((score) => score.expected),
      actual: parts[0]?.actual ?? '',
    }
    return { verdict: 'mentioned', leaves, prose }
  }
  if (context.explain === 'none') return { verdict: 'wrong', leaves }
  return {
    verdict: 'wrong',
    leaves,
    reason: `final answer: ${explainPart(parts[wrong] as AnswerPart, scores[wrong] as LeafScore)}`,
  }
}

/** Why a part of an answer is wrong: its name, what stands there, what was expected and where from. */
function explainPart(
  { pointer, binding, note: why, findHint }: AnswerPart,
  { expected: values, actual, note }: LeafScore,
): string {
  const expected = values as readonly Json[]
  const name = pointer === '' ? 'it' : formatPointerName(pointer)
  const from = listSources(binding).length > 0 ? `${describeBinding(binding)} ` : ''
  const wanted = `expected ${from}${expected.length === 0 ? '' : showValues(expected)}`.trim()
  if (actual === undefined) return `${name} is missing; ${wanted}`
  // A line holds text; where a number is expected, it is shown as one.
  const [value] = expected
  const number = typeof value === 'number' && typeof actual === 'string' ? Number(actual) : Number.NaN
  const shown = Number.isNaN(number) || actual === '' ? actual : number
  const hint = findHint?.()
  const origin = hint === MAYBE_ROUNDED ? (note ?? hint) : (hint ?? note)
  // The note of a part says what is wrong with a text, that of a leaf where a value comes from.
  return why === undefined
    ? `${name} is ${showValue(shown)}${origin === undefined ? '' : ` (${origin})`}, ${wanted}`
    : `${why}; ${wanted}, the reply says ${showValue(actual)}`
}
