import { resolve } from 'node:path'
import type { TestModule } from 'vitest/node'
import { experimental_getRunnerTask as runnerTaskOf } from 'vitest/node'
import type { Gate } from '../schema/gate.ts'
import type { Case, Run } from '../schema/run.ts'
import { fileOf } from './suite-id.ts'

const failure = (message: string, at: { task: string; file: string; line: number }) => ({
  name: 'GateFailed',
  message,
  stack: `GateFailed: ${message}\n    at ${at.task} (${at.file}:${at.line}:1)`,
  stacks: [{ method: at.task, file: at.file, line: at.line, column: 1 }],
})

function complaints(
  gate: Gate,
  cases: readonly Case[],
  headline: string,
): { message: string; item?: Case }[] {
  const named = [
    ...gate.tasks.filter(({ regressed }) => regressed),
    ...(gate.flips ?? []).filter(({ real }) => real),
  ]
  const own = named.flatMap(({ key, task_id, reason }) => {
    const item = cases.find((one) => one.key === key)
    const message = `${task_id} regressed against ${gate.ledger}: ${reason ?? 'solved less often than in the ledger'}`
    return item === undefined ? [] : [{ message, item }]
  })
  return own.length > 0 ? own : [{ message: headline }]
}

/**
 * Fails the modules of a gate that fails, so that Vitest's reports show it: JUnit as a failed case of the module,
 * `github-actions` as annotations at the lines of the tasks. Cases stay as they are. To be called before the reporters
 * of the user are.
 */
export function failModules(modules: readonly TestModule[], run: Run, root: string): void {
  for (const gate of run.gates ?? []) {
    if (gate.exit === 0) continue
    const cases = run.cases.filter(({ project }) => (project ?? '') === (gate.project ?? ''))
    const headline = gate.errors[0] ?? `the gate says ${gate.verdict}: ${gate.agent} against ${gate.ledger}`
    const own = modules.filter(({ project }) => project.name === (gate.project ?? ''))
    for (const { message, item } of complaints(gate, cases, headline)) {
      const module =
        own.find(({ moduleId }) => item !== undefined && fileOf(moduleId) === resolve(root, item.suite)) ??
        own[0]
      if (module === undefined) continue
      const task = runnerTaskOf(module)
      const file = fileOf(module.moduleId)
      const error = failure(message, { task: item?.task_id ?? 'gate', file, line: item?.line ?? 1 })
      task.result = { ...task.result, state: 'fail', errors: [...(task.result?.errors ?? []), error] }
    }
  }
}
