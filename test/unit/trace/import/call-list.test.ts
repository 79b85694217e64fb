import { describe, expect, it } from 'vitest'
import { importTrace } from '../../../../src/trace/import/index.ts'

describe('lists of calls', () => {
  it.each([
    ['name and args', { name: 'f', args: { x: 1 } }],
    ['tool_name and arguments', { tool_name: 'f', arguments: { x: 1 } }],
    ['name and arguments as text', { name: 'f', arguments: '{"x":1}' }],
    ['name and input', { name: 'f', input: { x: 1 } }],
    ['tool calls of LangChain', { type: 'tool_call', name: 'f', args: { x: 1 } }],
  ])('reads %s, each a turn of its own', (_, call) => {
    expect(importTrace([call, call])).toEqual({
      trace: {
        task_id: 'imported',
        calls: [0, 1].map((turn) => ({
          id: `call_${turn + 1}`,
          tool_name: 'f',
          arguments: { x: 1 },
          status: 200,
          turn,
          started: 2 * turn,
          ended: 2 * turn + 1,
        })),
        final_answer: null,
        attempt: 0,
      },
      format: 'call-list',
      unknown: ['call_1', 'call_2'],
      bare: true,
      prompts: [],
      tools: [],
    })
  })

  it('keeps what a list tells of outcomes', () => {
    const { trace, unknown } = importTrace([
      { name: 'f', args: {}, result: '{"y":2}' },
      { name: 'f', args: {}, output: 3 },
      { name: 'f', args: {}, error: 'gone' },
      { name: 'f', args: {}, status: 404, error: { code: 'not_found', message: 'no' } },
      { name: 'f', args: {}, result: { error: { code: 'conflict', message: 'taken' } } },
      { name: 'f', args: '{' },
    ])
    expect(trace.calls).toMatchObject([
      { status: 200, result: { y: 2 } },
      { status: 200, result: 3 },
      { status: 500, error: { code: 'error', message: 'gone' } },
      { status: 404, error: { code: 'not_found' } },
      { status: 409, error: { code: 'conflict' } },
      { status: 400, error: { code: 'malformed_arguments' } },
    ])
    expect(unknown).toEqual([])
  })

  it('keeps the order of calls that a recorder wrote', () => {
    const call = {
      id: 'a',
      tool_name: 'f',
      arguments: {},
      status: 200,
      result: 1,
      turn: 0,
      started: 0,
      ended: 2,
    }
    const { trace, bare } = importTrace([call, { ...call, id: 'b', started: 1, ended: 3 }])
    expect(trace.calls.map(({ started, ended }) => [started, ended])).toEqual([
      [0, 2],
      [1, 3],
    ])
    expect(bare).toBe(false)
  })

  it('takes an empty list for an agent that did nothing', () => {
    expect(importTrace([])).toMatchObject({
      trace: { calls: [], final_answer: null },
      format: 'call-list',
      unknown: [],
      bare: false,
    })
  })

  it.each([
    ['no arguments', [{ name: 'f' }]],
    ['arguments twice', [{ name: 'f', args: {}, input: {} }]],
    ['arguments that are a list', [{ name: 'f', args: [1] }]],
    ['an empty name', [{ name: '', args: {} }]],
    ['an id twice', [1, 2].map(() => ({ id: 'a', name: 'f', args: {} }))],
    ['a status that is none', [{ name: 'f', args: {}, status: 900 }]],
  ])('refuses %s', (_, list) => {
    expect(() => importTrace(list)).toThrow('Failed to import a trace: ')
  })
})
