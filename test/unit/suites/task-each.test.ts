import { afterEach, expect, it } from 'vitest'
import { type CodeTask, openCollector } from '../../../src/suites/code/code-task.ts'
import { nothing, task } from '../../../src/suites/code/task.ts'

let release = () => {}
afterEach(() => release())

it.each<[name: string, rows: readonly unknown[], due: string[]]>([
  ['order $ref', [{ ref: 'A-1' }, { ref: 'A-2' }], ['order A-1', 'order A-2']],
  ['$gone', [{ ref: 'A-1' }], ['$gone']],
  ['order %s', ['A-1', 'A-2'], ['order A-1', 'order A-2']],
  ['%i of %s', [[2, 'B']], ['2 of B']],
  ['%s', [['B', 'C']], ['B']],
  ['100 %', [1], ['100 %']],
])('task.each names its tasks: %s', (name, rows, due) => {
  const tasks: CodeTask[] = []
  release = openCollector({ push: (one) => tasks.push(one) })
  task.each(rows)(name, { prompt: 'Go.', tools: [] }, nothing)
  expect(tasks.map((one) => one.name)).toEqual(due)
})

it.each(['only', 'skip'] as const)('task.%s.each registers its rows so', (mode) => {
  const tasks: CodeTask[] = []
  release = openCollector({ push: (one) => tasks.push(one) })
  task[mode].each(['A-1', 'A-2'])('order %s', { prompt: 'Go.', tools: [] }, nothing)
  expect(tasks.map((one) => [one.name, one.mode, one.row])).toEqual([
    ['order A-1', mode, 1],
    ['order A-2', mode, 2],
  ])
})
