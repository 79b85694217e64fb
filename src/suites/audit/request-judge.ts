import type { z } from 'zod'
import type { Asker, ModelQuestion } from '../../models/ask.ts'
import { declareLazily } from '../../schema/lazily.ts'
import type { Task } from '../../schema/task.ts'
import { computeSha256 } from '../../shared/digest.ts'
import { stringifyStably } from '../../shared/json.ts'
import type { Registry } from '../../tools/registry.ts'

const requestVerdictSchema = declareLazily((z) =>
  z.strictObject({
    calls: z.array(
      z.strictObject({
        step_id: z.string().min(1),
        is_asked: z.boolean(),
        reason: z.string(),
      }),
    ),
  }),
)
/** What a judge said of the calls of a task. */
export type RequestVerdict = z.infer<ReturnType<typeof requestVerdictSchema>>

/** Digest of what a judge is told of a task: a repaired task has another one. */
export const requestDigest = ({ prompt, turns = [], expected_trace, expected_final_answer }: Task): string =>
  computeSha256(stringifyStably([prompt, turns, expected_trace, expected_final_answer ?? null]))

/** What a judge is asked beside the calls, and what a finding says where it answers no. */
const BESIDE_CALLS = {
  answer: 'the graded answer is not what the prompt asks to be told',
  rest: 'the prompt asks for more than the trace does',
}

export const listUnaskedCalls = ({ calls }: RequestVerdict): string[] =>
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
): ModelQuestion<RequestVerdict> {
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
      ...steps.map(({ step_id, tool_name, arguments: args, depends_on }) =>
        JSON.stringify({ step_id, tool: tool_name, args, after: depends_on }),
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
    schema: requestVerdictSchema(),
    check: ({ calls }) =>
      calls.length === ids.length && ids.every((id) => calls.some(({ step_id }) => step_id === id))
        ? []
        : [`"calls" has each of ${ids.join(', ')} once`],
  }
}

/** What a judge holds against the requests of a suite. */
export interface JudgedSuite {
  /** What it holds against a task, by {@link requestDigest}. */
  verdicts: ReadonlyMap<string, readonly string[]>
  /** What is wrong with the answers on tasks that are left without a verdict. */
  problems: readonly string[]
}

/** Has a model judge the requests of a suite. */
export async function judgeSuite(
  tasks: readonly Task[],
  registry: Registry,
  ask: Asker,
): Promise<JudgedSuite> {
  const verdicts = new Map<string, string[]>()
  const problems: string[] = []
  await Promise.all(
    tasks.map(async (task) => {
      const names = new Set(task.expected_trace.steps.map(({ tool_name }) => tool_name))
      const tools = [...names].map((name) => `${name}: ${registry.get(name)?.description ?? ''}`)
      const answer = await ask(judgeQuestion(task, tools, true))
      if (answer.ok) verdicts.set(requestDigest(task), listUnaskedCalls(answer.value))
      else problems.push(`${task.task_id}: ${answer.problems.join('; ')}`)
    }),
  )
  return { verdicts, problems }
}
