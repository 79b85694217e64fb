import { expect, it } from 'vitest'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { worldTasks } from '../../support/world-tasks.ts'

it('a task that decides keeps these rules whatever it is built of', async () => {
  const rules = ['oracle', 'needed', 'distractor', 'unique', 'mutants', 'never-refused'] as const
  const { findings, rules: looked } = await auditSuite(worldTasks, registry, { rules })
  expect(findings).toEqual([])
  expect(looked.oracle?.checked).toBe(worldTasks.length)
})
