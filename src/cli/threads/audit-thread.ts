import type { Task } from '../../schema/task.ts'
import { once } from '../../shared/memoize.ts'
import { rulesOf } from '../../suites/audit/audit-suite.ts'
import { lookAtTask, type TaskLook } from '../../suites/audit/look.ts'
import { registry } from '../../tools/builtin/registry.ts'
import { provideTools, servedRegistry } from '../../tools/served.ts'
import { serveFiles } from '../simulators-option.ts'
import type { AuditThread } from './audit-in-threads.ts'
import { answering, givenToThread } from './pool.ts'

const prepared = once(async () => {
  const { rules, simulators, verdicts } = givenToThread<AuditThread>()
  provideTools(() => registry)
  await serveFiles(simulators)
  return { rules: rulesOf(rules), verdicts }
})

export default answering(async (task: Task): Promise<TaskLook> => {
  const { rules, verdicts } = await prepared()
  return lookAtTask(task, servedRegistry(), rules, { verdicts })
})
