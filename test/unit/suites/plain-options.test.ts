import { expect, it } from 'vitest'
import { taskSchema } from '../../../src/schema/task.ts'
import type { CodeOptions, CodeTask } from '../../../src/suites/code/code-task.ts'
import { parseCodeTask } from '../../../src/suites/code/write-task.ts'

const parse = (options: object, name = 'a') =>
  parseCodeTask({
    name,
    options: { prompt: 'Do it.', tools: ['find_order'], ...options } as CodeOptions,
    reference: async () => undefined,
    mode: 'run',
    line: 1,
  } satisfies CodeTask)

it.each([{}, { seed: 7 }, { tools: ['find_order', 'cancel_order'] }])(
  'a task with the options %o is what the schema takes',
  (options) => {
    const task = parse(options)
    expect(task).toHaveProperty('task_id', 'a')
    expect(taskSchema().parse(task)).toEqual(task)
  },
)

it.each<[string, object, string?]>([
  ['prompt', { prompt: '' }],
  ['prompt', { prompt: 1 }],
  ['prompt', { prompt: undefined }],
  ['tools', { tools: [] }],
  ['tools', { tools: 'find_order' }],
  ['tools.0', { tools: [''] }],
  ['tools.1', { tools: ['find_order', 2] }],
  ['seed', { seed: -1 }],
  ['seed', { seed: 1.5 }],
  ['seed', { seed: '1' }],
  ['name', {}, ''],
  ['name', {}, 'a\u0007'],
  ['', { sed: 1 }],
])('the option %s is refused: %o', (field, options, name) => {
  expect(parse(options, name)).toEqual([expect.objectContaining({ field })])
})
