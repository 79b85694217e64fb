import type { Task } from '../../../schema/task.ts'
import type { Trace } from '../../../schema/trace.ts'
import { goldRun } from '../../../scoring/gold-run.ts'
import type { Registry } from '../../../simulators/registry.ts'
import { World } from '../../../world/world.ts'
import type { SubmittedAttempt } from '../attempt.ts'
import { executeAttempt } from '../execute-attempt.ts'
import { canonicalForms } from './canonical.ts'
import { verifyCausally } from './causal.ts'
import { verifyLikePaper } from './paper.ts'
import { verifyLikeRepo } from './repo.ts'

/** `causal` goes by what an attempt does; `repo` and `paper`, for comparison, by how its calls are written. */
export const VERIFIERS = ['causal', 'repo', 'paper'] as const
export type VerifierName = (typeof VERIFIERS)[number]

/** A verdict on an attempt, with the attempt as it ran. */
export interface Verification {
  correct: boolean
  trace: Trace
}

function verifyByText(
  attempt: SubmittedAttempt,
  task: Task,
  registry: Registry,
  verify: (attempt: readonly string[], golden: readonly string[]) => boolean,
): Verification {
  const trace = executeAttempt(attempt, task.task_id, registry, new World(task.world?.seed ?? 0))
  const goldens = [task.expected_trace, ...(task.alternatives ?? [])].map((expected_trace) =>
    goldRun({ ...task, expected_trace }, registry),
  )
  const own = canonicalForms(trace.calls)
  return { correct: goldens.some(({ calls }) => verify(own, canonicalForms(calls))), trace }
}

/** Verifies an attempt at a task that can be done, in a fresh world of the task's seed. */
export function verifyAttempt(
  attempt: SubmittedAttempt,
  task: Task,
  registry: Registry,
  verifier: VerifierName = 'causal',
): Verification {
  if (verifier === 'causal') return verifyCausally(attempt, task, registry)
  return verifyByText(attempt, task, registry, verifier === 'repo' ? verifyLikeRepo : verifyLikePaper)
}
