import { expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { parseSuite } from '../../../src/suites/load/load.ts'
import { taskToLine } from '../../../src/suites/load/task-line.ts'
import { formatRepaired, markInCode } from '../../../src/suites/repair/format-repaired.ts'
import { markConflicts, repairSuite } from '../../../src/suites/repair/repair-suite.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { generateTasks } from '../../support/suites.ts'
import { buildTask, step } from '../../support/task.ts'

const sound = generateTasks(3, { L0_node: 4, L1_chain: 8, L2_parallel: 4, L3_dag: 4 })
const lookUp = (task_id: string, domains: string[]): Task => ({
  ...buildTask(
    `Look up ${domains.map((domain) => `"${domain}"`).join(' and ')}.`,
    domains.map((domain, i) => step(i + 1, 'dns_lookup', { domain }, i === 0 ? [] : ['step_1'])),
  ),
  task_id,
  level: 'L1_chain',
})
const broken = lookUp('idle_edge', ['a.example', 'b.example'])
const finding = { task_id: 'idle_edge', rule: 'discriminating', detail: 'step_2 uses nothing' } as const

/** Lines as no program of ours would write them, so that a line that is written anew is seen. */
const asWritten = (tasks: readonly Task[], newline: string): string =>
  tasks.map((task) => ` ${taskToLine(task).replace('{', '{  ')}`).join(newline + newline) + newline

test.each(['\n', '\r\n'])('a suite without a finding is written with every byte it has (%j)', (newline) => {
  const text = asWritten(sound, newline)
  const lines = parseSuite(text, 'x.suite.jsonl')
  const { tasks, changes } = repairSuite(
    lines.map(({ task }) => task),
    registry,
    [],
  )
  expect(changes).toEqual([])
  expect(tasks).toHaveLength(sound.length)
  expect(formatRepaired(text, lines, tasks)).toBe(text)
})

test('only the lines of tasks with findings change, and a task that does not load goes', () => {
  const unknown = { ...lookUp('no_tool', ['c.example']), available_tools: ['fly'] }
  const text = asWritten([sound[0] as Task, broken, sound[1] as Task], '\n')
  const lines = parseSuite(text, 'x.suite.jsonl')
  const { tasks } = repairSuite(
    lines.map(({ task }) => task),
    registry,
    [finding],
  )
  const rows = formatRepaired(text, lines, markConflicts(tasks, [finding])).split('\n')
  expect(rows[0]).toBe(text.split('\n')[0])
  expect(rows[4]).toBe(text.split('\n')[4])
  expect(JSON.parse(rows[2] ?? '')).toMatchObject({
    level: 'L2_parallel',
    todo: '[discriminating] step_2 uses nothing. Edit the task, then remove "todo".',
  })
  expect(repairSuite([unknown], registry, []).changes).toEqual([
    { task_id: 'no_tool', what: expect.stringMatching(/^left out/) },
  ])
})

test('a repair that does not load is not made', () => {
  // The dependency that nothing flows over is needed by the declared order.
  const ordered = {
    ...broken,
    expected_trace: { steps: broken.expected_trace.steps.map((one) => ({ ...one, order: true })) },
  }
  expect(repairSuite([ordered], registry).tasks).toEqual([ordered])
})

test('a task of a suite as code is marked with what is held against it, and all other bytes stay', () => {
  const text = `import { task } from 'tracewright/suite'

task('fine', { prompt: 'x', tools: [] }, async () => 'y')

  task.only(
    'idle_edge',
    { prompt: 'x', tools: [] },
    async () => 'y',
  )
task.each([1, 2])('row %s', { prompt: 'x', tools: [] }, async () => 'y')
`
  const lines = [
    { line: 3, task: { ...broken, task_id: 'fine' } },
    { line: 5, task: broken },
    { line: 10, task: { ...broken, task_id: 'row 1' } },
    { line: 10, task: { ...broken, task_id: 'row 2' } },
  ]
  expect(markInCode(text, lines, [])).toEqual({ text, unmarked: [] })
  const marked = markInCode(text, lines, [finding, { ...finding, task_id: 'row 2' }])
  expect(marked.unmarked).toEqual(['row 2'])
  expect(marked.text).toBe(
    text.replace('  task.only(', '  // [discriminating] step_2 uses nothing\n  task.todo('),
  )
})
