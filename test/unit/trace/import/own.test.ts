import { describe, expect, it } from 'vitest'
import { importTrace } from '../../../../src/trace/import/index.ts'

describe('traces of ours', () => {
  it('completes calls that say little', () => {
    const { trace, format, unknown, bare } = importTrace({
      task_id: 'L1',
      calls: [
        { tool_name: 'f', arguments: { x: 1 } },
        { tool_name: 'f', status: 'ok', result: 2 },
        { tool_name: 'f', status: 'error' },
        { tool_name: 'f', error: 'gone' },
      ],
    })
    expect(format).toBe('tracewright')
    expect(trace.task_id).toBe('L1')
    expect(trace.calls.map(({ id, status, turn, started }) => [id, status, turn, started])).toEqual([
      ['call_1', 200, 0, 0],
      ['call_2', 200, 1, 2],
      ['call_3', 500, 2, 4],
      ['call_4', 500, 3, 6],
    ])
    expect(trace.calls[3]?.error).toEqual({ code: 'error', message: 'gone' })
    expect(unknown).toEqual(['call_1'])
    expect(bare).toBe(true)
  })

  it('knows that a call had no answer where the trace says so', () => {
    const call = { id: 'a', tool_name: 'f', arguments: {}, status: 0, started: 0, ended: 1 }
    expect(importTrace({ task_id: 'L1', calls: [call] }).unknown).toEqual([])
  })

  it('takes the task from the caller where the trace names none', () => {
    expect(importTrace({ calls: [] }, { taskId: 'L1' }).trace.task_id).toBe('L1')
    expect(importTrace({ task_id: 'L2', calls: [] }, { taskId: 'L1' }).trace.task_id).toBe('L2')
  })

  it.each([
    ['an unknown field', { task_id: 'L1', calls: [], colour: 'red' }, 'colour'],
    ['a call without a tool', { task_id: 'L1', calls: [{}] }, 'calls.0.tool_name'],
    ['a task that is no text', { task_id: 5, calls: [] }, 'task_id'],
    ['an id twice', { calls: [1, 2].map(() => ({ id: 'a', tool_name: 'f' })) }, '"a" is used twice'],
    ['a seed that is none', { task_id: 'L1', messages: [], seed: 'x' }, 'seed'],
  ])('refuses %s', (_, value, says) => {
    expect(() => importTrace(value)).toThrow(says)
  })
})
