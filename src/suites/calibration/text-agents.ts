import type { AgentReply, CalibrationAgent } from '../../schema/agent.ts'
import { isPick, isTemplate, isText, readBindingKey } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import { asksForLine } from '../../scoring/answers/line.ts'
import { leavesOf } from '../../scoring/evidence.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isScalar, type Json, type JsonObject, mapChildren, stringifyStably } from '../../shared/json.ts'
import { type OutputOf, resolve } from '../../tasks/bindings.ts'
import { runReference } from '../../tasks/reference-run.ts'
import { writeAnswer, writeAnswerText } from './answer-text.ts'
import { executePlan } from './execute-plan.ts'
import { planOneAtATime } from './oracle.ts'

/** How a text or an answer is judged: a line and a template by structure, prose leniently. */
type AnswerJudging = 'line' | 'template' | 'prose'

interface GivenValue {
  value: Json
  /** All that a `$pick` chooses from; none for other bindings. */
  candidates: readonly Json[]
  /** Whether it is an item of a list in any order. */
  isFree: boolean
}

interface Saying {
  judging: AnswerJudging
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

const joinLeaves = (value: Json): string =>
  leavesOf(value)
    .map((leaf) => String(leaf.value))
    .join('; ')

/** A value of the same JSON type that no tool gave. */
function inventValue(value: Json): Json {
  if (!isScalar(value)) return mapChildren(value, inventValue)
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? 4711.25 : 'Nowhere 4711'
}

/** Exchanges the first two values of one JSON type that differ. */
function exchangeValues(values: readonly GivenValue[]): Json[] | undefined {
  for (const [i, one] of values.entries()) {
    const j = values.findIndex(
      (other, k) =>
        k > i &&
        !(one.isFree && other.isFree) &&
        typeof other.value === typeof one.value &&
        stringifyStably(other.value) !== stringifyStably(one.value),
    )
    const other = values[j]
    if (other !== undefined)
      return values.map(({ value }, k) => (k === i ? other.value : k === j ? one.value : value))
  }
  return undefined
}

const markAnswer = ({ judging }: Saying, text: string): string =>
  judging === 'line' ? `ANSWER: ${text}` : text
const listKeyedLeaves = (result: Json): string[] =>
  leavesOf(result).map(({ pointer, value }) => `${pointer.slice(1)}: ${String(value)}`)

/** All results in some form; undefined where they hold nothing beside what is asked for, so that a dump is the answer. */
function dumpResults(saying: Saying, write: (results: readonly Json[]) => string): string | undefined {
  const asked = new Set(
    saying.values.flatMap(({ value }) => leavesOf(value)).map((leaf) => stringifyStably(leaf.value)),
  )
  const isMore = saying.results.some((result) =>
    leavesOf(result).some(({ value }) => !asked.has(stringifyStably(value))),
  )
  return isMore ? markAnswer(saying, write(saying.results)) : undefined
}

/** Ways to put a right text or answer in words that are wrong, with what each does. */
const SAYINGS: readonly [name: string, note: string, say: Say][] = [
  [
    'dump-json',
    'answers with all results as JSON',
    (saying) => dumpResults(saying, (results) => results.map((result) => JSON.stringify(result)).join('\n')),
  ],
  [
    'dump-lines',
    'answers with all results as lines',
    (saying) =>
      dumpResults(saying, (results) =>
        results.flatMap(listKeyedLeaves).join(saying.judging === 'line' ? '; ' : '\n'),
      ),
  ],
  [
    'dump-values',
    'answers with the values of all results',
    (saying) => dumpResults(saying, (results) => results.map(joinLeaves).join('; ')),
  ],
  [
    'hedge-all',
    'names every candidate of a choice',
    ({ values, withValues }) =>
      values.some(({ candidates }) => candidates.length > 1)
        ? withValues(
            values.map(({ value, candidates }) =>
              candidates.length > 1 ? candidates.map(joinLeaves).join(', ') : value,
            ),
          )
        : undefined,
  ],
  [
    'hedge-or',
    'adds a made-up value',
    ({ values, withValues }) =>
      withValues(values.map(({ value }) => `${joinLeaves(value)} or ${joinLeaves(inventValue(value))}`)),
  ],
  [
    'permute',
    'swaps two values of one type',
    ({ values, withValues }) => {
      const turned = exchangeValues(values)
      return turned && withValues(turned)
    },
  ],
  [
    'deny',
    'denies the right value',
    ({ values, withValues }) => withValues(values.map(({ value }) => `not ${joinLeaves(value)}`)),
  ],
  [
    'mismarked',
    'gives made-up values on the answer line and the right ones before it',
    ({ judging, values, withValues }) =>
      judging === 'line'
        ? `It is ${values.map(({ value }) => joinLeaves(value)).join('; ')}.\n${withValues(values.map(({ value }) => inventValue(value)))}`
        : undefined,
  ],
]

/** An expected value with each of its bindings replaced; what a `$template` or `$text` says around them stays. */
function replaceBindings(expected: Json, by: (binding: Json, isFree: boolean) => Json, isFree = false): Json {
  const key = readBindingKey(expected)
  if (key === '$from' || key === '$calc' || key === '$pick') return { $literal: by(expected, isFree) }
  if (key === '$oneOf') return replaceBindings((expected as { $oneOf: Json[] }).$oneOf[0] as Json, by, isFree)
  if (key === '$literal') return expected
  return mapChildren(expected, (item) => replaceBindings(item, by, isFree || key === '$unordered'))
}

/** A text or an answer with the values that flowed; undefined where it has none, or one is missing. */
function buildSaying(
  expected: Json,
  judging: AnswerJudging,
  write: (value: Json) => string,
  outputOf: OutputOf,
  results: readonly Json[],
): Saying | undefined {
  const values: (GivenValue | undefined)[] = []
  replaceBindings(expected, (binding, isFree) => {
    const value = resolve(binding, outputOf)
    const candidates = isPick(binding) ? binding.give.flatMap((item) => resolve(item, outputOf) ?? []) : []
    values.push(value === undefined ? undefined : { value, candidates, isFree })
    return null
  })
  const given = values.filter((value) => value !== undefined)
  if (given.length === 0 || given.length < values.length) return undefined
  const writeWithValues = (others: readonly Json[]): string => {
    const left = [...others]
    return write(
      resolve(
        replaceBindings(expected, () => left.shift() ?? null),
        () => undefined,
      ) ?? null,
    )
  }
  return { judging, values: given, results, withValues: writeWithValues }
}

/** Resolved arguments with every text that carries bound values put in other words. */
function rewriteText(
  expected: Json,
  resolved: Json,
  say: (expected: Json, judging: AnswerJudging) => string | undefined,
): Json {
  if (isText(expected) || isTemplate(expected)) {
    return say(expected, isText(expected) ? 'prose' : 'template') ?? resolved
  }
  if (readBindingKey(expected) !== undefined) return resolved
  return mapChildren(resolved, (item, key) => rewriteText((expected as JsonObject)[key] ?? null, item, say))
}

const chooseJudging = (task: Task): AnswerJudging =>
  asksForLine(task) ? 'line' : isTemplate(task.expected_final_answer ?? null) ? 'template' : 'prose'

function createTextAgent(name: string, note: string, say: Say): TextAgent {
  const writeAnswerOf = (task: Task, outputOf: OutputOf, results: readonly Json[]): string | undefined => {
    const write = (value: Json): string => writeAnswer(value, task)
    const saying = buildSaying(
      task.expected_final_answer ?? null,
      chooseJudging(task),
      write,
      outputOf,
      results,
    )
    return saying && say(saying)
  }
  const writeArguments = (
    expected: JsonObject,
    resolved: JsonObject,
    outputOf: OutputOf,
    results: readonly Json[],
    touched?: (judging: AnswerJudging) => void,
  ) =>
    rewriteText(expected, resolved, (text, judging) => {
      const saying = buildSaying(text, judging, String, outputOf, results)
      const said = saying && say(saying)
      if (said !== undefined) touched?.(judging)
      return said
    }) as JsonObject
  return {
    name,
    note,
    calibration: true,
    judgedBy({ task, tools }) {
      const { calls, argumentsOf: resolvedOf, outputOf } = runReference(task, tools)
      const results = calls.map(({ result = null }) => result)
      const judged = new Set<AnswerJudging>()
      for (const { step_id, arguments: expected } of task.expected_trace.steps) {
        // What later calls give is not known yet when the text is written.
        const known = results.slice(
          0,
          calls.findIndex(({ id }) => id === step_id),
        )
        writeArguments(expected, resolvedOf.get(step_id) ?? {}, outputOf, known, (judging) =>
          judged.add(judging),
        )
      }
      if (writeAnswerOf(task, outputOf, results) !== undefined) judged.add(chooseJudging(task))
      if (judged.size === 0) return undefined
      return judged.has('line') || judged.has('template') ? 'structure' : 'prose'
    },
    async run(request, task): Promise<AgentReply> {
      const seen = new Map<string, Json>()
      const outputOf = (id: string): Json | undefined => seen.get(id)
      try {
        await executePlan(planOneAtATime(task), request, task, {
          argumentsFor: (step, resolved) =>
            writeArguments(step.arguments, resolved, outputOf, [...seen.values()]),
          onOutput: (step, output) => seen.set(step.step_id, output),
        })
      } catch (error) {
        // A tool may refuse what stands in place of its text.
        if (error instanceof TracewrightError) throw error
        request.signal.throwIfAborted()
      }
      return { answer: writeAnswerOf(task, outputOf, [...seen.values()]) ?? writeAnswerText(task, outputOf) }
    },
  }
}

/** Agents that are right in every call and say something else where texts and answers are judged. */
export const textAgents: readonly TextAgent[] = SAYINGS.map(([name, note, say]) =>
  createTextAgent(name, note, say),
)
