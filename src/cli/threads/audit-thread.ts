import type { Task } from '../../schema/task.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { selectRules } from '../../suites/audit/audit-suite.ts'
import { lookAtTask, type TaskLook } from '../../suites/audit/look.ts'
import { registry } from '../../tools/builtin/registry.ts'
import { provideTools, readServedRegistry } from '../../tools/served.ts'
import { serveFiles } from '../simulators-option.ts'
import type { AuditThread } from './audit-in-threads.ts'
import { readThreadData, wrapAnswer } from './pool.ts'

const prepared = memoizeOnce(async () => {
  const { rules, simulators, verdicts } = readThreadData<AuditThread>()
  provideTools(() => registry)
  await serveFiles(simulators)
  return { rules: selectRules(rules), verdicts }
})

export default wrapAnswer(async (task: Task): Promise<TaskLook> => {
  const { rules, verdicts } = await prepared()
  return lookAtTask(task, readServedRegistry(), rules, { verdicts })
})
