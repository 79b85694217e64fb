import { describe, expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { toolsOf } from '../../../src/suites/generate/catalogue.ts'
import { DOCUMENTS, importToolkit } from '../../support/imported.ts'
import { generateTasks } from '../../support/suites.ts'

const drawnFrom = ['clinic', 'petstore 2.0 json', 'petstore 3.1 json']

describe.each(drawnFrom)('a suite over %s', async (name) => {
  const tools = toolsOf(await importToolkit(DOCUMENTS[name] as string))
  const counts = { L0_node: 6, L1_chain: 5, L2_parallel: 5, L3_dag: 4 }
  const draw = (): Task[] => generateTasks(11, counts, { tools, vet: true })

  test('holds up to every rule of the audit', async () => {
    const tasks = draw()
    expect(tasks).toHaveLength(20)
    const { findings } = await auditSuite(tasks, tools.registry)
    expect(findings).toEqual([])
  }, 300_000)

  test('is the same for the same seed', () => {
    expect(draw()).toEqual(draw())
  }, 300_000)
})
