import { createHash } from 'node:crypto'
import type { Task } from '../schema/task.ts'
import { stableJson } from '../shared/json.ts'

/** Raised when the causal scorer judges an unchanged trace differently: records of before no longer compare. */
const SCORER_MAJOR = 1

/**
 * Key of a task: SHA-256, in hex, of the prompt, the expected trace, the names of the offered tools in any order, the
 * seed of the world and the scorer's major version. Tool schemas, model and commit are provenance, not identity.
 */
export function taskKey(task: Task, scorerMajor: number = SCORER_MAJOR): string {
  const identity = {
    prompt: task.prompt,
    expected_trace: task.expected_trace,
    tools: [...new Set(task.available_tools)].sort(),
    world: task.world?.seed ?? 0,
    scorer: scorerMajor,
  }
  return createHash('sha256').update(stableJson(identity), 'utf8').digest('hex')
}
