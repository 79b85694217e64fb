import type { Task } from '../../schema/task.ts'
import { once } from '../../shared/once.ts'
import { rulesOf } from '../../suites/audit/audit-suite.ts'
import { lookAtTask, type TaskLook } from '../../suites/audit/look.ts'
import type { RuleName } from '../../suites/audit/rule.ts'
import { registry } from '../../tools/builtin/registry.ts'
import { provideTools, servedRegistry } from '../../tools/served.ts'
import { serveFiles } from '../simulators-option.ts'
import { answering } from './answer.ts'
import { givenToThread } from './given.ts'

/** What a thread of an audit is given. */
export interface AuditThread {
  rules: readonly RuleName[]
  /** Files of `--simulators`. */
  simulators: readonly string[]
}

const prepared = once(async () => {
  const { rules, simulators } = givenToThread<AuditThread>()
  provideTools(registry)
  await serveFiles(simulators)
  return rulesOf(rules)
})

/** Looks at one task. */
export default answering(async (task: Task): Promise<TaskLook> => {
  const rules = await prepared()
  return lookAtTask(task, servedRegistry(), rules)
})
