import type { AgentReply, CalibrationAgent } from '../../schema/agent.ts'
import { bindingKey, isPick, isTemplate, isText } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import { asksForLine } from '../../scoring/answers/line.ts'
import { leavesOf } from '../../scoring/evidence.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import { type OutputOf, resolve } from '../../tasks/bindings.ts'
import { referenceRun } from '../../tasks/reference-run.ts'
import { answerTextOf, writeAnswer } from './answer-text.ts'
import { executePlan } from './execute-plan.ts'
import { oneAtATime } from './oracle.ts'

/** How a text or an answer is judged: a line and a template by structure, prose leniently. */
type Judging = 'line' | 'template' | 'prose'

interface GivenValue {
  value: Json
  /** All that a `$pick` chooses from; none for other bindings. */
  candidates: readonly Json[]
  /** Whether it is an item of a list in any order. */
  isFree: boolean
}

interface Saying {
  judging: Judging
  values: readonly GivenValue[]
  /** Results that are known by then. */
  results: readonly Json[]
  withValues(values: readonly Json[]): string
}

/** An oracle that says something else where texts and answers are judged. */
export interface TextAgent extends CalibrationAgent {
  /** How the task judges what the agent puts in other words: `structure` where nothing else may be solved; undefined where it changes nothing. */
  judgedBy(here: TaskInWorld): 'structure' | 'prose' | undefined
}

/** What a text is replaced by; undefined where there is nothing to change. */
type Say = (saying: Saying) => string | undefined

const written = (value: Json): string =>
  leavesOf(value)
    .map((leaf) => String(leaf.value))
    .join('; ')

/** A value of the same JSON type that no tool gave. */
function madeUp(value: Json): Json {
  if (Array.isArray(value)) return value.map(madeUp)
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, madeUp(item)]))
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? 4711.25 : 'Nowhere 4711'
}

/** Exchanges the first two values of one JSON type that differ. */
function exchanged(values: readonly GivenValue[]): Json[] | undefined {
  for (const [i, one] of values.entries()) {
    const j = values.findIndex(
      (other, k) =>
        k > i &&
        !(one.isFree && other.isFree) &&
        typeof other.value === typeof one.value &&
        stableJson(other.value) !== stableJson(one.value),
    )
    const other = values[j]
    if (other !== undefined)
      return values.map(({ value }, k) => (k === i ? other.value : k === j ? one.value : value))
  }
  return undefined
}

const marked = ({ judging }: Saying, text: string): string => (judging === 'line' ? `ANSWER: ${text}` : text)
const keyed = (result: Json): string[] =>
  leavesOf(result).map(({ pointer, value }) => `${pointer.slice(1)}: ${String(value)}`)

/** All results in some form; undefined where they hold nothing beside what is asked for, so that a dump is the answer. */
function dumped(saying: Saying, write: (results: readonly Json[]) => string): string | undefined {
  const asked = new Set(
    saying.values.flatMap(({ value }) => leavesOf(value)).map((leaf) => stableJson(leaf.value)),
  )
  const isMore = saying.results.some((result) =>
    leavesOf(result).some(({ value }) => !asked.has(stableJson(value))),
  )
  return isMore ? marked(saying, write(saying.results)) : undefined
}

/** Ways to put a right text or answer in words that are wrong, with what each does. */
const SAYINGS: readonly [name: string, note: string, say: Say][] = [
  [
    'dump-json',
    'answers with all results as JSON',
    (saying) => dumped(saying, (results) => results.map((result) => JSON.stringify(result)).join('\n')),
  ],
  [
    'dump-lines',
    'answers with all results as lines',
    (saying) =>
      dumped(saying, (results) => results.flatMap(keyed).join(saying.judging === 'line' ? '; ' : '\n')),
  ],
  [
    'dump-values',
    'answers with the values of all results',
    (saying) => dumped(saying, (results) => results.map(written).join('; ')),
  ],
  [
    'hedge-all',
    'names every candidate of a choice',
    ({ values, withValues }) =>
      values.some(({ candidates }) => candidates.length > 1)
        ? withValues(
            values.map(({ value, candidates }) =>
              candidates.length > 1 ? candidates.map(written).join(', ') : value,
            ),
          )
        : undefined,
  ],
  [
    'hedge-or',
    'adds a made-up value',
    ({ values, withValues }) =>
      withValues(values.map(({ value }) => `${written(value)} or ${written(madeUp(value))}`)),
  ],
  [
    'permute',
    'swaps two values of one type',
    ({ values, withValues }) => {
      const turned = exchanged(values)
      return turned && withValues(turned)
    },
  ],
  [
    'deny',
    'denies the right value',
    ({ values, withValues }) => withValues(values.map(({ value }) => `not ${written(value)}`)),
  ],
  [
    'mismarked',
    'gives made-up values on the answer line and the right ones before it',
    ({ judging, values, withValues }) =>
      judging === 'line'
        ? `It is ${values.map(({ value }) => written(value)).join('; ')}.\n${withValues(values.map(({ value }) => madeUp(value)))}`
        : undefined,
  ],
]

/** An expected value with each of its bindings replaced; what a `$template` or `$text` says around them stays. */
function replaced(expected: Json, by: (binding: Json, isFree: boolean) => Json, isFree = false): Json {
  const key = bindingKey(expected)
  if (key === '$from' || key === '$calc' || key === '$pick') return { $literal: by(expected, isFree) }
  if (key === '$oneOf') return replaced((expected as { $oneOf: Json[] }).$oneOf[0] as Json, by, isFree)
  if (key === '$literal' || typeof expected !== 'object' || expected === null) return expected
  if (Array.isArray(expected)) return expected.map((item) => replaced(item, by, isFree))
  return Object.fromEntries(
    Object.entries(expected).map(([name, item]) => [
      name,
      replaced(item, by, isFree || key === '$unordered'),
    ]),
  )
}

/** A text or an answer with the values that flowed; undefined where it has none, or one is missing. */
function sayingOf(
  expected: Json,
  judging: Judging,
  write: (value: Json) => string,
  outputOf: OutputOf,
  results: readonly Json[],
): Saying | undefined {
  const values: (GivenValue | undefined)[] = []
  replaced(expected, (binding, isFree) => {
    const value = resolve(binding, outputOf)
    const candidates = isPick(binding) ? binding.give.flatMap((item) => resolve(item, outputOf) ?? []) : []
    values.push(value === undefined ? undefined : { value, candidates, isFree })
    return null
  })
  const given = values.filter((value) => value !== undefined)
  if (given.length === 0 || given.length < values.length) return undefined
  const withValues = (others: readonly Json[]): string => {
    const left = [...others]
    return write(
      resolve(
        replaced(expected, () => left.shift() ?? null),
        () => undefined,
      ) ?? null,
    )
  }
  return { judging, values: given, results, withValues }
}

/** Resolved arguments with every text that carries bound values put in other words. */
function rewritten(
  expected: Json,
  resolved: Json,
  say: (expected: Json, judging: Judging) => string | undefined,
): Json {
  if (isText(expected) || isTemplate(expected)) {
    return say(expected, isText(expected) ? 'prose' : 'template') ?? resolved
  }
  if (bindingKey(expected) !== undefined || typeof resolved !== 'object' || resolved === null) return resolved
  if (Array.isArray(resolved))
    return resolved.map((item, i) => rewritten((expected as Json[])[i] ?? null, item, say))
  return Object.fromEntries(
    Object.entries(resolved).map(([key, item]) => [
      key,
      rewritten((expected as JsonObject)[key] ?? null, item, say),
    ]),
  )
}

const judgingOf = ({ prompt, expected_final_answer: answer = null }: Task): Judging =>
  asksForLine(prompt) ? 'line' : isTemplate(answer) ? 'template' : 'prose'

function textAgent(name: string, note: string, say: Say): TextAgent {
  const answerOf = (task: Task, outputOf: OutputOf, results: readonly Json[]): string | undefined => {
    const write = (value: Json): string => writeAnswer(value, task)
    const saying = sayingOf(task.expected_final_answer ?? null, judgingOf(task), write, outputOf, results)
    return saying && say(saying)
  }
  const argumentsOf = (
    expected: JsonObject,
    resolved: JsonObject,
    outputOf: OutputOf,
    results: readonly Json[],
    touched?: (judging: Judging) => void,
  ) =>
    rewritten(expected, resolved, (text, judging) => {
      const saying = sayingOf(text, judging, String, outputOf, results)
      const said = saying && say(saying)
      if (said !== undefined) touched?.(judging)
      return said
    }) as JsonObject
  return {
    name,
    note,
    calibration: true,
    judgedBy({ task, tools }) {
      const { calls, argumentsOf: resolvedOf, outputOf } = referenceRun(task, tools)
      const results = calls.map(({ result = null }) => result)
      const judged = new Set<Judging>()
      for (const { step_id, arguments: expected } of task.expected_trace.steps) {
        // What later calls give is not known yet when the text is written.
        const known = results.slice(
          0,
          calls.findIndex(({ id }) => id === step_id),
        )
        argumentsOf(expected, resolvedOf.get(step_id) ?? {}, outputOf, known, (judging) =>
          judged.add(judging),
        )
      }
      if (answerOf(task, outputOf, results) !== undefined) judged.add(judgingOf(task))
      if (judged.size === 0) return undefined
      return judged.has('line') || judged.has('template') ? 'structure' : 'prose'
    },
    async run(request, task): Promise<AgentReply> {
      const seen = new Map<string, Json>()
      const outputOf = (id: string): Json | undefined => seen.get(id)
      try {
        await executePlan(oneAtATime(task), request, task, {
          argumentsFor: (step, resolved) =>
            argumentsOf(step.arguments, resolved, outputOf, [...seen.values()]),
          onOutput: (step, output) => seen.set(step.step_id, output),
        })
      } catch (error) {
        // A tool may refuse what stands in place of its text.
        if (error instanceof TracewrightError) throw error
        request.signal.throwIfAborted()
      }
      return { answer: answerOf(task, outputOf, [...seen.values()]) ?? answerTextOf(task, outputOf) }
    },
  }
}

/** Agents that are right in every call and say something else where texts and answers are judged. */
export const textAgents: readonly TextAgent[] = SAYINGS.map(([name, note, say]) => textAgent(name, note, say))
