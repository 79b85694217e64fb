import { statSync } from 'node:fs'
import type { z } from 'zod'
import type { Asker, ModelQuestion } from '../../models/ask.ts'
import { lazily } from '../../schema/lazily.ts'
import type { Task } from '../../schema/task.ts'
import { sha256 } from '../../shared/digest.ts'
import { stableJson } from '../../shared/json.ts'
import { readJsonl } from '../../shared/jsonl-file.ts'
import { writeLines } from '../../shared/whole-file.ts'
import type { Registry } from '../../tools/registry.ts'
import { besideSuite } from '../load/suite-file.ts'
import type { RequestJudge } from './rule.ts'

export async function judgedProblems(
  { prompt, available_tools, expected_trace, expected_final_answer }: Task,
  judge: RequestJudge,
): Promise<string[]> {
  const worded = await judge.wordRequest({
    available_tools,
    expected_trace,
    ...(expected_final_answer === undefined ? {} : { expected_final_answer }),
  })
  const difference = await judge.findDifference(prompt, worded)
  return difference === undefined
    ? []
    : [`a request written from the trace asks for something else: ${difference}`]
}

/** What a judge said of the calls of a task, kept in a line of a `*.judged.jsonl` file beside the suite. */
export const requestVerdictSchema = lazily((z) =>
  z.strictObject({
    task_id: z.string().min(1),
    /** Of what was judged, see {@link requestDigest}. */
    digest: z.string().min(1),
    calls: z.array(
      z.strictObject({
        step_id: z.string().min(1),
        is_asked: z.boolean(),
        reason: z.string(),
      }),
    ),
  }),
)
export type RequestVerdict = z.infer<ReturnType<typeof requestVerdictSchema>>

/** Digest of what a judge is told of a task: a verdict with another one is about another prompt or trace. */
export const requestDigest = ({ prompt, turns = [], expected_trace, expected_final_answer }: Task): string =>
  sha256(stableJson([prompt, turns, expected_trace, expected_final_answer ?? null]))

/** What a judge is asked beside the calls, and what a finding says where it answers no. */
const BESIDE_CALLS = {
  answer: 'the graded answer is not what the prompt asks to be told',
  rest: 'the prompt asks for more than the trace does',
}

export const unaskedCalls = ({ calls }: Pick<RequestVerdict, 'calls'>): string[] =>
  calls.flatMap(({ step_id, is_asked, reason }) => {
    const what = (BESIDE_CALLS as Record<string, string>)[step_id] ?? `the prompt does not ask for ${step_id}`
    return is_asked ? [] : [`${what}: ${reason}`]
  })

/**
 * Asks whether the prompt of a task asks for each of its calls.
 *
 * @param tools Descriptions of the tools that are called
 * @param isWhole Whether it asks for values, answer and completeness too
 */
export function judgeQuestion(
  { prompt, expected_trace: { steps }, expected_final_answer: answer }: Task,
  tools: readonly string[],
  isWhole = false,
): ModelQuestion<Pick<RequestVerdict, 'calls'>> {
  const ids = steps.map(({ step_id }) => step_id)
  if (isWhole) ids.push(...(answer === undefined ? [] : ['answer']), 'rest')
  return {
    name: 'request_verdict',
    system:
      'You judge tasks of a test bench for software agents: whether a request asks for what an agent is graded by. Be ' +
      'strict, and do not take a call for asked because it would be useful.',
    prompt: [
      `Request: ${JSON.stringify(prompt)}`,
      'Tools:',
      ...tools,
      'Expected calls; {"$from":"a","at":"/b"} is the output b of the call a:',
      ...steps.map(({ step_id, tool_name, arguments: args, depends_on, when, each }) =>
        JSON.stringify({ step_id, tool: tool_name, args, after: depends_on, when, each }),
      ),
      ...(isWhole && answer !== undefined ? [`Expected answer: ${JSON.stringify(answer)}`] : []),
      '',
      `Say of each call (${ids.join(', ')}) whether the request asks for it, and why in one sentence. It does where the ` +
        'request wants the effect of the call or what it reports, also in other words, and where another call that is ' +
        'asked for needs a value that only this call gives.',
      ...(isWhole
        ? [
            'A call is not asked for where its values, condition, direction or unit are others than those of the request. ' +
              'The "answer" is asked for where the request wants to be told it. ' +
              'The "rest" is asked for where the request wants nothing beyond these calls and this answer.',
          ]
        : []),
    ].join('\n'),
    schema: requestVerdictSchema().pick({ calls: true }),
    check: ({ calls }) =>
      calls.length === ids.length && ids.every((id) => calls.some(({ step_id }) => step_id === id))
        ? []
        : [`"calls" has each of ${ids.join(', ')} once`],
  }
}

/**
 * Has a model judge the tasks of a suite that have no verdict beside it yet, and writes what it says there.
 *
 * @returns What is wrong with the answers on tasks that are left without a verdict
 */
export async function judgeSuite(
  suite: string,
  tasks: readonly Task[],
  registry: Registry,
  ask: Asker,
): Promise<string[]> {
  const digests = new Set(tasks.map(requestDigest))
  const kept = verdictLines(suite).filter(({ digest }) => digests.has(digest))
  const open = tasks.filter((task) => !kept.some(({ digest }) => digest === requestDigest(task)))
  const answers = await Promise.all(
    open.map(async (task) => {
      const names = new Set(task.expected_trace.steps.map(({ tool_name }) => tool_name))
      const tools = [...names].map((name) => `${name}: ${registry.get(name)?.description ?? ''}`)
      return { task, answer: await ask(judgeQuestion(task, tools, true)) }
    }),
  )
  const judged = answers.flatMap(({ task, answer }): RequestVerdict[] =>
    answer.ok ? [{ task_id: task.task_id, digest: requestDigest(task), calls: answer.value.calls }] : [],
  )
  writeLines(verdictsFile(suite), [...kept, ...judged])
  return answers.flatMap(({ task, answer }) =>
    answer.ok ? [] : [`${task.task_id}: ${answer.problems.join('; ')}`],
  )
}

export const verdictsFile = (suite: string): string => besideSuite(suite, '.judged.jsonl')

function verdictLines(suite: string): RequestVerdict[] {
  const file = verdictsFile(suite)
  const isThere = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
  return isThere ? readJsonl(file, requestVerdictSchema()) : []
}

/** The verdicts beside a suite: what they hold against tasks, by digest, and the tasks that changed since. */
export function readVerdicts(
  suite: string,
  tasks: readonly Task[],
): { verdicts: Map<string, string[]>; changed: string[] } {
  const lines = verdictLines(suite)
  const verdicts = new Map(lines.map((line) => [line.digest, unaskedCalls(line)]))
  const judged = new Set(lines.map(({ task_id }) => task_id))
  const changed = tasks.filter((task) => judged.has(task.task_id) && !verdicts.has(requestDigest(task)))
  return { verdicts, changed: changed.map(({ task_id }) => task_id) }
}
