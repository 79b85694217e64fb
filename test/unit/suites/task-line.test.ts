import { describe, expect, test } from 'vitest'
import { type Task, taskSchema } from '../../../src/schema/task.ts'
import { taskToLine } from '../../../src/suites/load/task-line.ts'
import { generateTasks } from '../../support/suites.ts'

const [task] = generateTasks(3, { L3_dag: 1 }) as [Task]

describe('taskToLine', () => {
  test('writes one line with the fields in the order of the format', () => {
    const line = taskToLine({ ...task, expected_final_answer: 'done' })
    expect(line).not.toContain('\n')
    const row = JSON.parse(line)
    expect(Object.keys(row)).toEqual([
      'task_id',
      'level',
      'prompt',
      'available_tools',
      'expected_trace',
      'expected_final_answer',
      'num_steps',
      'num_tools_offered',
      'category',
      'pattern',
      'world',
    ])
    expect(Object.keys(row.expected_trace)).toEqual(['steps', 'final_answer_source'])
    expect(Object.keys(row.expected_trace.steps[0])).toEqual([
      'step_id',
      'tool_name',
      'arguments',
      'depends_on',
    ])
  })

  test('loses no field of the format', () => {
    const { shape } = taskSchema()
    const { steps } = shape.expected_trace.shape
    const step = Object.fromEntries(Object.keys(steps.element.shape).map((field) => [field, 'kept']))
    const trace = { steps: [step], final_answer_source: null }
    const whole = Object.fromEntries(Object.keys(shape).map((field) => [field, 'kept']))
    const row = JSON.parse(taskToLine({ ...whole, expected_trace: trace, alternatives: [trace] } as never))
    expect(row).toEqual({ ...whole, expected_trace: trace, alternatives: [trace] })
  })

  test('does not depend on the order in which a task holds its fields', () => {
    const reversed = Object.fromEntries(Object.entries(task).reverse()) as Task
    expect(taskToLine(reversed)).toBe(taskToLine(task))
  })
})
