import { type From, listSources, readBindingKey } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import type { Json } from '../../../shared/json.ts'
import type { Registry } from '../../../tools/registry.ts'
import { quoteValue } from '../../audit/quote-value.ts'
import { listNodes } from '../../load/nodes.ts'
import type { Untraced } from '../bind/bind-suite.ts'
import { isProse } from '../record/infer-schema.ts'
import { isFigure } from './computed.ts'
import type { TaskQuestion } from './questions.ts'

export const listSourceIds = (value: Json): string[] => [
  ...new Set(listSources(value).map(({ $from }) => $from)),
]

const FORMS: readonly RegExp[] = [
  // A moment to the minute or finer, and seconds or milliseconds since 1970 from 2017 on.
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/,
  /^(?:1[5-9]|2\d)\d{8}(?:\d{3})?$/,
  // A UUID, hex digits, and characters without words: small ones, or small and large ones.
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^(?=\D*\d)(?=[^a-f]*[a-f])[0-9a-f]{16,}$/i,
  /^(?=(?:.*\d){2})(?=(?:.*[a-z]){2})[a-z0-9]{9,}$/,
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{20,}$/,
]

/** Whether a value looks like a moment or like a random id, which is another in every run. */
export const isFleeting = (value: Json): boolean =>
  (typeof value === 'string' || typeof value === 'number') && FORMS.some((form) => form.test(String(value)))

/** What a person can do about a value that nothing explains. Small numbers beside one of several digits belong to it. */
const adviseUntraced = (value: Json, isBesideFigure: boolean): string =>
  isFigure(value) || (isBesideFigure && typeof value === 'number')
    ? 'Compute it, or say it in the prompt.'
    : 'If any value will do, wrap it in any().'

/**
 * Asks about a value of an argument that nothing explains.
 *
 * @param source A binding to results that have the value, perhaps by coincidence
 * @param derived The value as it is computed from results
 * @param isBesideFigure Whether the step also sends an unexplained number of several digits
 * @param day How the value follows from a date of the prompt
 */
export function askUntraced(
  { task_id, step_id, pointer, value }: Untraced,
  tool: string,
  source: Json | undefined,
  derived: Json | undefined,
  isBesideFigure: boolean,
  day: string | undefined,
): TaskQuestion {
  const place = { task_id, step_id, pointer, tool, about: `${tool} ${pointer}` }
  const what = `${step_id} ${tool} ${pointer}: ${quoteValue(value)} is`
  if (source !== undefined)
    return {
      ...place,
      kind: 'untraced',
      text: `${what} in an earlier result, but other calls send a constant here, so exactly this value is expected. If it comes from there, write ${JSON.stringify(source)}.`,
      code: {
        text: 'other calls send a constant here, but an earlier result has this value. If it comes from there, replace it as proposed.',
        value: source,
      },
    }
  if (day !== undefined) {
    const text = `this is ${day}, which the prompt states. If that is the reason, remove this comment.`
    return {
      ...place,
      kind: 'untraced',
      text: `${what} ${day}, so exactly this value is expected.`,
      code: { text },
    }
  }
  const lost = `${what} in neither the prompt nor an earlier result`
  return isProse(value) || isFleeting(value)
    ? {
        ...place,
        kind: 'free-text',
        text: `${lost}, so any value passes ($any). If the value matters, write the expected one.`,
        code: {
          text: 'any value passes; this is the recorded one. If it matters, take any() away.',
          recorded: value,
        },
      }
    : {
        ...place,
        kind: 'untraced',
        text: `${lost}, so exactly this value is expected. ${isFigure(value) ? 'If an agent has to compute it, draft a function: F.suite.ts.' : 'If it does not matter, write {"$any": true}.'}`,
        code:
          derived === undefined
            ? { text: `not in the prompt or an earlier result. ${adviseUntraced(value, isBesideFigure)}` }
            : {
                text: 'it follows from earlier results. If it is meant to, replace it as proposed.',
                value: derived,
              },
      }
}

const formatPlace = ({ $from, at }: From): string => `${$from} ${at}`.trim()

/** Asks about values that are in several places. */
export function askSources({ task_id, expected_trace, expected_final_answer }: Task): TaskQuestion[] {
  const ask = (value: Json, what: string, place: object): TaskQuestion[] =>
    listNodes(value).flatMap(({ pointer, value: node }) => {
      if (readBindingKey(node) !== '$oneOf') return []
      const places = listSources(node).map(formatPlace)
      const text = `${what} ${pointer} is in ${places.join(' and in ')}, so each of them is accepted ($oneOf). Keep the binding that is meant. The recorded worlds never tell them apart: to test it, record with data in which they differ.`
      const code = { text: `${places.length} results show this value: which is meant? Keep that one.` }
      return [{ task_id, kind: 'sources', ...place, pointer, text, code }]
    })
  return [
    ...expected_trace.steps.flatMap(({ step_id, tool_name: tool, arguments: args }) =>
      ask(args, `${step_id} ${tool}`, { step_id, tool }),
    ),
    ...ask(expected_final_answer ?? null, 'the answer', {}),
  ]
}

function findIdleReads(task: Task, registry: Registry): Step[] {
  const used = new Set([
    ...task.expected_trace.steps.flatMap((step) => listSourceIds(step.arguments)),
    ...listSourceIds(task.expected_final_answer ?? null),
  ])
  return task.expected_trace.steps.filter(
    ({ step_id, tool_name }) => !used.has(step_id) && registry.get(tool_name)?.effect === 'read',
  )
}

/** Asks about a text that would prove little, so that any value passes. */
export const askWeakText = (
  task_id: string,
  { step_id, pointer }: { step_id: string; pointer: string },
  tool: string,
): TaskQuestion => ({
  task_id,
  kind: 'free-text',
  ...{ step_id, pointer, tool, about: `${tool} ${pointer}` },
  text: `${step_id} ${tool} ${pointer}: the text carries only values that are easy to guess, so any value passes ($any). If the value matters, write the expected one.`,
  code: {
    text: 'any text passes: the recorded one carries only values that are easy to guess. If it matters, write it.',
  },
})

/** @param isPartly Whether other results of the tool are used: one loop may make all these calls */
const askIdleRead = (
  task_id: string,
  { step_id, tool_name: tool }: Step,
  isPartly: boolean,
): TaskQuestion => ({
  task_id,
  kind: 'idle-read',
  ...{ step_id, tool, about: tool },
  text: `${step_id} ${tool}: no later step and no graded answer uses its result, but it is expected. If the call is optional, remove the step.`,
  code: {
    text: isPartly
      ? `nothing uses some results of ${tool}, but all these calls are expected. If these results decide something, write the condition. If they are optional, remove their calls.`
      : 'nothing uses this result, but the call is expected. If it decides something, write the condition. If it is optional, remove the call.',
  },
})

/** Asks about reads whose results nothing uses. A function asks about the rule that compares a result instead. */
export function askIdleReads(task: Task, registry: Registry, compared: ReadonlySet<string>): TaskQuestion[] {
  const idle = findIdleReads(task, registry)
  const isPartly = ({ tool_name }: Step): boolean =>
    task.expected_trace.steps.some((one) => one.tool_name === tool_name && !idle.includes(one))
  return idle.map((step) => {
    const question = askIdleRead(task.task_id, step, isPartly(step))
    return compared.has(step.step_id) ? { ...question, code: { text: '' } } : question
  })
}
