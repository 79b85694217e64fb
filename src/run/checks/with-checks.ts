import type { AskedChecks, CheckResult } from '../../schema/check.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { describeThrown } from '../../shared/errors.ts'
import { limitTime, NOT_SETTLED } from '../../shared/timer.ts'
import { type CheckSubject, checkNamed } from './served-checks.ts'

const normalizeCheck = (check: AskedChecks[number]): { name: string; counts?: true | undefined } =>
  typeof check === 'string' ? { name: check } : check

async function runCheck(
  check: AskedChecks[number],
  subject: CheckSubject,
  limit: number,
): Promise<CheckResult> {
  const { name, counts } = normalizeCheck(check)
  const head = { name, ...(counts === undefined ? {} : { counts }) }
  const run = checkNamed(name)
  try {
    const result: unknown = await limitTime((async () => run(subject))(), limit)
    if (result === NOT_SETTLED)
      return { ...head, pass: null, reason: `the check did not finish within ${limit} ms` }
    if (typeof result === 'boolean') return { ...head, pass: result }
    if (typeof result === 'string') return { ...head, pass: false, reason: result }
    return {
      ...head,
      pass: null,
      reason: `the check returned ${typeof result}; return true, false or a reason`,
    }
  } catch (error) {
    return { ...head, pass: null, reason: `the check threw: ${describeThrown(error)}` }
  }
}

export interface ScoreWithChecks {
  score: TaskScore
  /** Why an attempt comes to nothing: a check that counts could not be judged. */
  unjudged?: string
}

/**
 * Runs the checks that a task asks for, one after the other. They stand beside the score; where one that counts does not
 * hold, the task is not solved. Checks that count judge what prose cannot prove: the task is then not free text.
 *
 * @param limit Milliseconds that each check has: the time limit of the task
 * @throws TracewrightError for an unknown name
 */
export async function runChecks(
  task: Task,
  trace: Trace,
  score: TaskScore,
  limit: number,
): Promise<ScoreWithChecks> {
  if (task.checks === undefined || task.checks.length === 0) return { score }
  const checks: CheckResult[] = []
  // A check may change its input.
  for (const check of task.checks)
    checks.push(await runCheck(check, structuredClone({ task, trace, score }), limit))
  const counted = checks.filter(({ counts }) => counts)
  const open = counted.find(({ pass }) => pass === null)
  const failed = counted.find(({ pass }) => pass === false)
  const { free_text, ...proved } = score
  const all: TaskScore = { ...(counted.length === 0 ? score : proved), checks }
  if (open !== undefined)
    return { score: all, unjudged: `the check "${open.name}" could not be judged: ${open.reason}` }
  if (failed === undefined || !score.solved) return { score: all }
  const why = failed.reason === undefined ? '' : `: ${failed.reason}`
  return {
    score: {
      ...all,
      solved: false,
      cause: 'failed-check',
      reason: `the check "${failed.name}" failed${why}`,
    },
  }
}
