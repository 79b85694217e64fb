import { describe, expect, it } from 'vitest'
import { importTrace } from '../../../../src/trace/import/index.ts'

const call = (call_id: string, name: string, args = '{}') => ({
  type: 'function_call',
  call_id,
  name,
  arguments: args,
})
const output = (call_id: string, text: unknown) => ({ type: 'function_call_output', call_id, output: text })
const message = (text: string) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
})

const turnsOf = (...items: object[]) =>
  importTrace(items).trace.calls.map(({ id, turn, started, ended }) => [id, turn, started, ended])

describe('OpenAI responses', () => {
  it('takes calls until an output for one turn', () => {
    expect(
      turnsOf(
        { role: 'user', content: [{ type: 'input_text', text: 'Go.' }] },
        message('Let me see.'),
        call('a', 'f'),
        call('b', 'f'),
        output('a', '1'),
        output('b', '2'),
        call('c', 'g'),
        output('c', '3'),
        message('Done.'),
      ),
    ).toEqual([
      ['a', 0, 0, 1],
      ['b', 0, 0, 1],
      ['c', 1, 2, 3],
    ])
  })

  it('reads results, failures, and what has no result', () => {
    const { trace, unknown } = importTrace([
      call('a', 'f', '{"x":1}'),
      call('b', 'f', '{'),
      call('c', 'f'),
      call('d', 'f'),
      output('a', [{ type: 'input_text', text: '{"y":2}' }]),
      output('b', 'no'),
      output('c', '{"error":{"code":"not_found","message":"no"}}'),
    ])
    expect(trace.calls).toMatchObject([
      { arguments: { x: 1 }, status: 200, result: { y: 2 } },
      { status: 400 },
      { status: 404, error: { code: 'not_found' } },
      { status: 200 },
    ])
    expect(unknown).toEqual(['d'])
    expect(trace.final_answer).toBeNull()
  })

  it('reads a response with its usage', () => {
    const { trace } = importTrace({
      object: 'response',
      output: [message('Done.')],
      usage: { input_tokens: 7, output_tokens: 3, total_tokens: 10 },
    })
    expect(trace).toMatchObject({
      calls: [],
      final_answer: 'Done.',
      usage: { input_tokens: 7, output_tokens: 3, model_calls: 1 },
    })
  })

  it('reads calls of MCP servers, which stand with their answers', () => {
    const made = (id: string, more: object) => ({ type: 'mcp_call', id, name: 'f', arguments: '{}', ...more })
    const { trace } = importTrace([
      made('a', { output: '{"y":2}' }),
      made('b', { error: 'gone' }),
      message('Done.'),
    ])
    expect(trace.calls).toMatchObject([
      { turn: 0, result: { y: 2 } },
      { turn: 1, status: 500, error: { message: 'gone' } },
    ])
    expect(trace.final_answer).toBe('Done.')
  })

  it.each([
    ['a hosted tool', [{ type: 'web_search_call', id: 'w', status: 'completed' }], 'type "web_search_call"'],
    ['an output of a call that nobody made', [output('a', '1')], '"a", which no earlier message calls'],
    ['an id that is used twice', [call('a', 'f'), call('a', 'f')], '"a" is used twice'],
  ])('refuses %s', (_, items, says) => {
    expect(() => importTrace(items)).toThrow(says)
  })
})
