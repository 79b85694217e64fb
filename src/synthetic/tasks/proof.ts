import type { RuleName } from '../../audit/rule.ts'
import type { EnvironmentTask } from './environment-task.ts'

/** Why a draft is no task, in short, to count by. */
export type RejectedTaskReason =
  /** Names calls, tools or parameters that are not there. */
  | 'malformed'
  /** Has more or fewer tools than its difficulty. */
  | 'difficulty'
  /** Has the prompt of another one. */
  | 'repeated'
  /** The golden calls do not run. */
  | 'fails'
  /** Said to be impossible, and can be done. */
  | 'feasible'
  | `audit:${RuleName}`

/** A task with its proof, or what speaks against it, each as half a sentence. */
export type Proof =
  | { readonly ok: true; readonly task: EnvironmentTask; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: RejectedTaskReason; readonly problems: readonly string[] }

export const refuted = (reason: RejectedTaskReason, problems: readonly string[]): Proof => ({
  ok: false,
  reason,
  problems,
})
