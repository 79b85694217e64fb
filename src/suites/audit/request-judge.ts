import type { Task } from '../../schema/task.ts'

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
    : [`the trace, put back into words, asks for something else: ${difference}`]
}
