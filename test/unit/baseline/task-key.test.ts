import { describe, expect, it } from 'vitest'
import { taskKey } from '../../../src/baseline/task-key.ts'
import type { Task } from '../../../src/schema/task.ts'

const task: Task = {
  task_id: 'one',
  level: 'L0_node',
  prompt: 'Weather in Rome?',
  available_tools: ['get_weather', 'web_search'],
  expected_trace: {
    steps: [
      { step_id: 's1', tool_name: 'get_weather', arguments: { city: 'Rome', days: 2 }, depends_on: [] },
    ],
  },
}

describe('taskKey', () => {
  it.each<[string, Partial<Task>]>([
    ['id', { task_id: 'two' }],
    ['category', { category: 'weather' }],
    ['order of tools', { available_tools: ['web_search', 'get_weather'] }],
    ['published world, said', { world: { seed: 0 } }],
    ['number of steps', { num_steps: 9 }],
    ['pattern', { pattern: 'search' }],
    ['blanks at the edges of the prompt', { prompt: '  Weather in Rome?\n' }],
    ['blanks within the prompt', { prompt: 'Weather  in\tRome?' }],
    [
      'order of argument names',
      {
        expected_trace: {
          steps: [
            { depends_on: [], arguments: { days: 2, city: 'Rome' }, tool_name: 'get_weather', step_id: 's1' },
          ],
        },
      },
    ],
  ])('stays with another %s', (_, change) => {
    expect(taskKey({ ...task, ...change })).toBe(taskKey(task))
  })

  it('differs in all that makes the task', () => {
    const [step] = task.expected_trace.steps
    const keys = [
      taskKey(task),
      taskKey({ ...task, prompt: 'Weather in Rome today?' }),
      taskKey({ ...task, prompt: 'Weather in Rome ?' }),
      taskKey({ ...task, prompt: 'Weather\nin Rome?' }),
      taskKey({ ...task, level: 'L1_chain' }),
      taskKey({ ...task, expected_final_answer: { $from: 's1', at: '/condition' } }),
      taskKey({ ...task, expected_final_answer: 'sunny' }),
      taskKey({ ...task, alternatives: [{ steps: [{ ...step!, tool_name: 'web_search' }] }] }),
      taskKey({ ...task, alternatives: [] }),
      taskKey({ ...task, available_tools: ['get_weather'] }),
      taskKey({ ...task, world: { seed: 3 } }),
      taskKey({ ...task, expected_trace: { steps: [{ ...step!, arguments: { city: 'Oslo', days: 2 } }] } }),
      taskKey({ ...task, expected_trace: { steps: [{ ...step!, order: true }] } }),
      taskKey({ ...task, world: { seed: 0, fixed: true } }),
      taskKey(task, 3),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/)
  })
})
