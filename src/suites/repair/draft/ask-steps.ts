import { listSources, readBindingKey } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import type { Json } from '../../../shared/json.ts'
import type { Registry } from '../../../tools/registry.ts'
import { listNodes } from '../../load/nodes.ts'
import type { Untraced } from '../bind/bind-suite.ts'
import { isProse } from '../record/infer-schema.ts'
import type { ExplainedDay } from './dates.ts'
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

/** What explains a value, perhaps by coincidence. */
interface Explanation {
  /** The value as it is computed from results. */
  derived?: Json | undefined
  /** Ways in which it may be computed. */
  ways?: readonly Json[]
  /** How it follows from a date. */
  day?: ExplainedDay | undefined
}

/** Asks about a value of an argument that nothing explains for sure. */
export function askUntraced(
  { task_id, step_id, pointer, value }: Untraced,
  tool: string,
  { derived, day, ways: [way, ...others] = [] }: Explanation,
): TaskQuestion {
  const place = { task_id, step_id, pointer, tool, about: `${tool} ${pointer}`, kind: 'untraced' as const }
  if (day !== undefined) {
    const text = `this is ${day.text}. If that is the reason, remove this comment.`
    return { ...place, text, ...(day.value && { value: day.value, isInForce: true }) }
  }
  if (isProse(value) || isFleeting(value))
    return {
      ...{ ...place, kind: 'free-text', recorded: value },
      text: 'any value passes; this is the recorded one. If it matters, take any() away.',
    }
  if (derived !== undefined)
    return {
      ...place,
      text: 'it follows from earlier results. If it is meant to, replace it as proposed.',
      inCode: 'this gives the recorded value. If it is the reason, remove this comment.',
      ...{ value: derived, isInForce: true },
    }
  if (way !== undefined) {
    const text =
      others.length === 0
        ? 'this number can be computed. If it is meant to, replace it as proposed.'
        : 'each of these gives this number. If one of them is meant, write it in place of the number.'
    return { ...place, text, value: way, others }
  }
  const advice =
    typeof value !== 'boolean' && Number.isFinite(Number(value)) && String(value) !== ''
      ? 'Compute it, or say it in the prompt.'
      : 'If any value will do, wrap it in any().'
  return { ...place, text: `not in the prompt or an earlier result. ${advice}` }
}

/** Asks about values that are in several places. */
export function askSources({ task_id, expected_trace, expected_final_answer }: Task): TaskQuestion[] {
  const ask = (value: Json, place: object): TaskQuestion[] =>
    listNodes(value).flatMap(({ pointer, value: node }) => {
      if (readBindingKey(node) !== '$oneOf') return []
      const text = `${listSources(node).length} results show this value: which is meant? Keep that one.`
      return [{ task_id, kind: 'sources', ...place, pointer, text }]
    })
  return [
    ...expected_trace.steps.flatMap(({ step_id, tool_name: tool, arguments: args }) =>
      ask(args, { step_id, tool }),
    ),
    ...ask(expected_final_answer ?? null, {}),
  ]
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
  text: 'any text passes: the recorded one carries only values that are easy to guess. If it matters, write it.',
})

/**
 * Asks about reads whose results neither a step nor the answer uses.
 *
 * @param compared Steps whose results the code of rules and answers reads
 * @param proposed Steps whose results proposals read: whoever removed the call first could not take these
 */
export function askIdleReads(
  { task_id, expected_trace: { steps }, expected_final_answer }: Task,
  registry: Registry,
  compared: readonly string[],
  proposed: readonly string[],
): TaskQuestion[] {
  const used = new Set([
    ...steps.flatMap((step) => listSourceIds(step.arguments)),
    ...listSourceIds(expected_final_answer ?? null),
  ])
  const idle = steps.filter(
    ({ step_id, tool_name }) => !used.has(step_id) && registry.get(tool_name)?.effect === 'read',
  )
  const isPartly = ({ tool_name }: Step): boolean =>
    steps.some((one) => one.tool_name === tool_name && !idle.includes(one))
  return idle.map((step): TaskQuestion => {
    const { step_id, tool_name: tool } = step
    return {
      task_id,
      kind: 'idle-read',
      ...{ step_id, tool, about: tool },
      ...(compared.includes(step_id) && { only: 'lines' as const }),
      text: proposed.includes(step_id)
        ? 'only what is proposed below uses this result. If you do not take that, remove the call.'
        : isPartly(step)
          ? `nothing uses some results of ${tool}. Write what they decide, or remove these calls if they are optional.`
          : 'nothing uses this result. Write what it decides, or remove the call if it is optional.',
    }
  })
}
