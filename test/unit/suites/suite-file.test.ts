import { expect, it, vi } from 'vitest'
import { SuiteFile } from '../../../src/suites/load/suite-file.ts'
import { row, step } from './rows.ts'

const steps = [step('step_1')]
const task = row()
const ROWS = {
  'a line that is its task as it stands': [task],
  'keys in another order': [Object.fromEntries(Object.entries(task).reverse())],
  'a step that leaves out what has a default': [
    { ...task, expected_trace: { steps: steps.map(({ depends_on: _, ...rest }) => rest) } },
  ],
  'a published row, with its trace as a text': [
    { ...task, expected_trace: JSON.stringify(task.expected_trace) },
  ],
}

it.each(Object.entries(ROWS))('reads %s again as it was read at first, and as an own copy', (name, rows) => {
  const bytes = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))
  const suite = new SuiteFile(bytes, 'a.suite.jsonl')
  const before = suite.readTaskAt(rows.length)
  const [first] = [...suite.iterateLines()]
  const again = suite.readTaskAt(rows.length)
  expect(again).toEqual(first?.task)
  expect(again).toEqual(before)
  // A worker reads a plain suite as JSON alone.
  expect(suite.isVerbatim).toBe(rows[0] === task || name.startsWith('keys'))
  expect([...new SuiteFile(bytes, 'a.suite.jsonl', suite.isVerbatim).iterateLines()]).toMatchObject([
    { task: before },
  ])
  expect(again.expected_trace.steps[0]?.depends_on).toEqual([])
  again.expected_trace.steps.pop()
  expect(suite.readTaskAt(rows.length)).toEqual(first?.task)
})

it('gives the task of a checked suite once as it was checked, then an own copy', () => {
  const suite = new SuiteFile(Buffer.from(JSON.stringify(task)), 'a.suite.jsonl', true)
  const [checked] = suite.iterateLines()
  expect(suite.readTaskAt(1)).toBe(checked?.task)
  expect(suite.readTaskAt(1)).not.toBe(checked?.task)
  expect(suite.readTaskAt(1)).toEqual(checked?.task)
})

it('gives each check of a checked suite the same task', () => {
  const suite = new SuiteFile(Buffer.from(`\n${JSON.stringify(task)}\n\n`), 'a.suite.jsonl', true)
  const [[first], [second, ...more]] = [[...suite.iterateLines()], [...suite.iterateLines()]]
  expect(first?.line).toBe(2)
  expect(second?.task).toBe(first?.task)
  expect(more).toEqual([])
})

it('knows the ids of bytes that were checked, and reads those of other bytes', () => {
  const write = (...ids: string[]) =>
    Buffer.from(ids.map((task_id) => JSON.stringify({ ...task, task_id })).join('\n'))
  const listIds = (bytes: Buffer) => [...new SuiteFile(bytes, 'ids.suite.jsonl').iterateTaskIds()]
  expect([...new SuiteFile(write('a', 'b'), 'ids.suite.jsonl').iterateLines()]).toHaveLength(2)
  const parse = vi.spyOn(JSON, 'parse')
  try {
    expect(listIds(write('a', 'b'))).toEqual(['a', 'b'])
    expect(parse).not.toHaveBeenCalled()
  } finally {
    parse.mockRestore()
  }
  expect(listIds(write('c'))).toEqual(['c'])
})
