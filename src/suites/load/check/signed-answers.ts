import { listSeeds } from '../../../run/worlds.ts'
import { listSources, readBindingKey } from '../../../schema/binding.ts'
import type { WrittenTask } from '../../../schema/task-in-world.ts'
import { resolve } from '../../../tasks/bindings.ts'
import { runIfExpandable } from '../../../tasks/expansion-error.ts'
import { openWorlds } from '../../../tasks/task-worlds.ts'
import type { Registry } from '../../../tools/registry.ts'
import { findUnprovedAnswer } from '../prose-answers.ts'
import { hasRecordingFile, type SuiteLine } from '../tasks-of.ts'

/** Whether the answer of a task is a negative number in one of its worlds. */
function isSigned(task: WrittenTask, registry: Registry): boolean {
  const { expected_final_answer: answer = null } = task
  // It is said when a function is run.
  if (task.code !== undefined) return false
  if (readBindingKey(answer) === undefined || listSources(answer).length === 0) return false
  const worlds = openWorlds(task, registry)
  return listSeeds(task, registry).some((seed) => {
    const value = runIfExpandable(() => {
      const { expected_final_answer: expected = null } = worlds.in(seed).task
      return resolve(expected, worlds.reference(seed).outputOf)
    })
    return typeof value === 'number' && value < 0
  })
}

/**
 * Warns of the first task of a suite whose answer in prose is a number that is negative in one of its worlds. Recorded
 * suites are taken as they are.
 *
 * @param file Path of the suite
 */
export function findSignedAnswer(
  lines: Iterable<SuiteLine>,
  file: string,
  registry: Registry,
): string | undefined {
  if (hasRecordingFile(file)) return undefined
  for (const { line, task, published } of lines) {
    if (published === true || findUnprovedAnswer(task) !== undefined) continue
    const message = findUnprovedAnswer(task, true)
    if (message !== undefined && isSigned(task, registry))
      return `${file}:${line}: expected_final_answer: ${message}`
  }
  return undefined
}
