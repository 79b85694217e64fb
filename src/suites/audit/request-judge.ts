import { statSync } from 'node:fs'
import type { z } from 'zod'
import { lazily } from '../../schema/lazily.ts'
import type { Task } from '../../schema/task.ts'
import { sha256 } from '../../shared/digest.ts'
import { stableJson } from '../../shared/json.ts'
import { readJsonl } from '../../shared/jsonl-file.ts'
import { besideSuite } from '../load/suite-file.ts'

/** What a judge is told of a task in place of its prompt. */
export type TraceToWord = Pick<Task, 'available_tools' | 'expected_trace' | 'expected_final_answer'>

/** A model that puts a trace back into words, and compares requests. */
export interface RequestJudge {
  /** The request that a trace would be the answer to; the judge does not see the prompt. */
  wordRequest(trace: TraceToWord): Promise<string>
  /** What two requests ask for differently; undefined where they ask for the same. */
  findDifference(prompt: string, worded: string): Promise<string | undefined>
}

/** What a judge holds against a task. */
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
        /** Whether the prompt asks for the call. */
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

/** The calls that the prompt does not ask for, each in a sentence. */
export const unaskedCalls = ({ calls }: Pick<RequestVerdict, 'calls'>): string[] =>
  calls.flatMap(({ step_id, is_asked, reason }) =>
    is_asked ? [] : [`the prompt does not ask for ${step_id}: ${reason}`],
  )

export const verdictsFile = (suite: string): string => besideSuite(suite, '.judged.jsonl')

/** The verdicts beside a suite: what they hold against tasks, by digest, and the tasks that changed since. */
export function readVerdicts(
  suite: string,
  tasks: readonly Task[],
): { verdicts: Map<string, string[]>; changed: string[] } {
  const file = verdictsFile(suite)
  const isThere = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
  const lines = isThere ? readJsonl(file, requestVerdictSchema()) : []
  const verdicts = new Map(lines.map((line) => [line.digest, unaskedCalls(line)]))
  const judged = new Set(lines.map(({ task_id }) => task_id))
  const changed = tasks.filter((task) => judged.has(task.task_id) && !verdicts.has(requestDigest(task)))
  return { verdicts, changed: changed.map(({ task_id }) => task_id) }
}
