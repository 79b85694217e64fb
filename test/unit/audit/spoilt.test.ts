import { expect, test } from 'vitest'
import { LEVELS } from '../../../src/schema/task.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import type { RuleName } from '../../../src/suites/audit/rule.ts'
import { loadSuite } from '../../../src/suites/load/load.ts'
import { markConflicts, repairSuite } from '../../../src/suites/repair/repair-suite.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { loadExampleTasks } from '../../support/suites.ts'
import { buildTask, step } from '../../support/task.ts'

/** Rules that look at one task and its structure; the slow ones say nothing of these tasks that others do not. */
const RULES: RuleName[] = [
  'provenance',
  'oracle',
  'answer-in-prompt',
  'discriminating',
  'asked',
  'needed',
  'distractor',
]
const spoilt = loadSuite('test/unit/audit/fixtures/spoilt.jsonl').map(({ task }) => task)
/** Kinds whose fault lies in the meaning of words, which the audit leaves to a model. */
const BY_MEANING = ['half-for-double', 'lower-for-max', 'wrong-field', 'second-request']

const audit = await auditSuite(spoilt, registry, { rules: RULES })
const found = new Set(audit.findings.map(({ task_id }) => task_id))

test('at least 26 of 36 spoilt tasks are found without a model, all but those that only a reader sees', () => {
  const missed = spoilt.filter(({ task_id }) => !found.has(task_id))
  expect(spoilt).toHaveLength(36)
  expect(missed.filter(({ category }) => !BY_MEANING.includes(category ?? ''))).toEqual([])
  expect(found.size).toBeGreaterThanOrEqual(26)
})

test('an answer that is right in the world of the first attempt alone is found, and bound by the repair', async () => {
  const description = { $from: 'step_1', at: '/temperature_celsius', via: ['text'] }
  const prompt =
    'Create a task "Coat" with the temperature in Oslo, in celsius, as description. End your reply with one line: ANSWER: <it>'
  const steps = [
    step(1, 'get_weather', { city: 'Oslo' }),
    step(2, 'create_task', { title: 'Coat', description }, ['step_1']),
  ]
  const task = buildTask(prompt, steps, { expected_final_answer: 9.333 })
  const { findings } = await auditSuite([task], registry, { rules: ['provenance'] })
  expect(findings.map(({ detail }) => detail)).toEqual([
    'the answer expects 9.333, which a step returns in world 7 and none in world 8. Bind it by `tracewright bind`',
  ])
  expect(repairSuite([task], registry).tasks).toMatchObject([
    { expected_final_answer: { $from: 'step_1', at: '/temperature_celsius' } },
  ])
})

test('no repair certifies a task that the audit found spoilt', async () => {
  const { tasks } = repairSuite(spoilt, registry)
  const after = await auditSuite(tasks, registry, { rules: RULES })
  const marked = markConflicts(tasks, after.findings)
  expect(tasks.length).toBeGreaterThan(30)
  for (const task of marked.filter(({ task_id }) => found.has(task_id))) {
    expect(task.todo, task.task_id).toMatch(/^\[[a-z-]+\] .*remove "todo"/)
  }
  for (const task of tasks)
    expect(task.prompt).toBe(spoilt.find(({ task_id }) => task_id === task.task_id)?.prompt)
})

test.each(LEVELS)("nothing is held against the structure of the example's %s", async (level) => {
  const { findings } = await auditSuite(loadExampleTasks(level), registry, { rules: ['provenance', 'asked'] })
  expect(findings).toEqual([])
})
