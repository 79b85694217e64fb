import { describe, expect, test } from 'vitest'
import type { Task } from '../../src/schema/task.ts'
import { auditSuite } from '../../src/suites/audit/audit-suite.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { generateTasks, loadExample } from '../support/suites.ts'

const FEW = { L0_node: 6, L1_chain: 8, L2_parallel: 5, L3_dag: 6 }

/** What the audit finds, by all its rules. */
async function findingsOf(tasks: readonly Task[]): Promise<string[]> {
  const { findings, valid } = await auditSuite(tasks, registry)
  expect(valid).toBe(tasks.length - new Set(findings.map(({ task_id }) => task_id)).size)
  return findings.map(({ task_id, rule, detail }) => `${task_id} [${rule}] ${detail}`)
}

describe('a generated suite keeps every rule', () => {
  test('seed 42, as the example project holds it, level by level', async () => {
    const tasks = await loadExample()
    expect(tasks).toHaveLength(200)
    expect(await findingsOf(tasks)).toEqual([])
  })

  test('some tasks of another seed', async () => {
    expect(await findingsOf(generateTasks(101, FEW, { vet: true }))).toEqual([])
  })

  test('one task for each tool', async () => {
    // Tasks of families stand among the single calls, some of them without a step.
    const tasks = generateTasks(105, { L0_node: registry.size + 40 }, { vet: true })
    const single = tasks.flatMap((task) => task.expected_trace.steps[0]?.tool_name ?? [])
    expect(new Set(single)).toEqual(new Set(registry.keys()))
    expect(await findingsOf(tasks)).toEqual([])
  })
})
