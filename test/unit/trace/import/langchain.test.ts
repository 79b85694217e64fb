import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  FunctionMessage,
  HumanMessage,
  RemoveMessage,
  type StandardMessageStructure,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { importTrace } from '../../../../src/trace/import/index.ts'

const call = (id: string | undefined, name: string, args: Record<string, unknown> = {}) => ({
  name,
  args,
  type: 'tool_call' as const,
  ...(id === undefined ? {} : { id }),
})
const ai = (...tool_calls: ReturnType<typeof call>[]) => new AIMessage({ content: '', tool_calls })
const answer = (tool_call_id: string, content: ToolMessage['content'], more: object = {}) =>
  new ToolMessage({ tool_call_id, content, ...more })

const FORMS: [name: string, write: (messages: BaseMessage[]) => unknown][] = [
  ['instances', (messages) => messages],
  ['a state', (messages) => ({ messages })],
  ['JSON', (messages) => JSON.parse(JSON.stringify(messages))],
  ['dictionaries', (messages) => messages.map((message) => message.toDict())],
  [
    'flat dictionaries',
    (messages) =>
      messages.map((message) => ({
        type: message.getType(),
        ...(message.toJSON() as unknown as { kwargs: object }).kwargs,
      })),
  ],
]

describe.each(FORMS)('LangChain messages as %s', (_, write) => {
  const read = (...messages: BaseMessage[]) => importTrace(write(messages))

  it('reads calls at once, and a chain', () => {
    const { trace, format } = read(
      new SystemMessage('Be brief.'),
      new HumanMessage('Go.'),
      ai(call('a', 'f', { x: 1 }), call('b', 'f')),
      answer('a', '{"y":2}'),
      answer('b', 'It rains.'),
      ai(call('c', 'g')),
      answer('c', '3'),
      new AIMessage('Done.'),
    )
    expect(format).toBe('langchain')
    expect(trace.calls).toMatchObject([
      { id: 'a', arguments: { x: 1 }, status: 200, result: { y: 2 }, turn: 0, started: 0, ended: 1 },
      { id: 'b', result: 'It rains.', turn: 0 },
      { id: 'c', result: 3, turn: 1, started: 2, ended: 3 },
    ])
    expect(trace.final_answer).toBe('Done.')
  })

  it('takes a message with status "error" for a failure', () => {
    const { trace } = read(
      ai(call('a', 'f'), call('b', 'f'), call('c', 'f')),
      answer('a', 'Out of order.', { status: 'error' }),
      answer('b', 'Error: f answered 404 not_found: no such file\n Please fix your mistakes.', {
        status: 'error',
      }),
      answer('c', '{"error":{"code":"conflict","message":"taken","parameter":"key"}}'),
    )
    expect(trace.calls).toMatchObject([
      { status: 500, error: { code: 'error', message: 'Out of order.' } },
      { status: 404, error: { code: 'not_found', message: 'no such file' } },
      { status: 409, error: { code: 'conflict', message: 'taken', parameter: 'key' } },
    ])
  })

  it('fails calls that the model wrote badly', () => {
    const { trace, unknown } = read(
      new AIMessage({
        content: '',
        invalid_tool_calls: [{ id: 'a', name: 'f', args: '{"x":', error: 'Malformed args.' }],
      }),
    )
    expect(trace.calls).toMatchObject([
      {
        id: 'a',
        tool_name: 'f',
        status: 400,
        error: { code: 'malformed_arguments', message: 'Malformed args.' },
      },
    ])
    expect(unknown).toEqual([])
  })

  it('does not know the outcome of a call without a result', () => {
    expect(read(ai(call(undefined, 'f'))).unknown).toEqual(['call_1'])
  })

  it('sums the usage of the answers', () => {
    const usage_metadata = { input_tokens: 10, output_tokens: 2, total_tokens: 12 }
    const { trace } = read(
      new AIMessage<StandardMessageStructure>({ content: 'a', usage_metadata }),
      new HumanMessage('More.'),
      new AIMessage<StandardMessageStructure>({ content: 'b', usage_metadata }),
    )
    expect(trace.usage).toEqual({ input_tokens: 20, output_tokens: 4, model_calls: 2 })
  })

  it('prefers an artifact to words about it', () => {
    const { trace } = read(
      ai(call('a', 'f'), call('b', 'f')),
      answer('a', 'It is 21.5 degrees.', { artifact: { temperature: 21.5 } }),
      answer('b', '{"temperature":20}', { artifact: { raw: true } }),
    )
    expect(trace.calls.map(({ result }) => result)).toEqual([{ temperature: 21.5 }, { temperature: 20 }])
  })

  it('reads content of blocks', () => {
    const { trace } = read(
      new AIMessage({
        content: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool_use', id: 'a', name: 'f', input: {} },
        ],
        tool_calls: [call('a', 'f')],
      }),
      answer('a', [{ type: 'text', text: '{"y":2}' }]),
      new AIMessage({ content: [{ type: 'text', text: 'Done.' }] }),
    )
    expect(trace.calls).toMatchObject([{ id: 'a', result: { y: 2 } }])
    expect(trace.final_answer).toBe('Done.')
  })

  it('reads standard content blocks', () => {
    const blocks = [
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_call', id: 'a', name: 'f', args: { x: 1 } },
    ]
    const { trace } = read(
      new AIMessage({ contentBlocks: blocks } as never),
      answer('a', '2'),
      new AIMessage({ contentBlocks: [{ type: 'text', text: 'Done.' }] } as never),
    )
    expect(trace.calls).toMatchObject([{ id: 'a', arguments: { x: 1 }, result: 2 }])
    expect(trace.final_answer).toBe('Done.')
  })

  it('reads chunks', () => {
    const chunk = new AIMessageChunk({
      content: '',
      tool_call_chunks: [{ id: 'a', name: 'f', args: '{"x":1}', index: 0, type: 'tool_call_chunk' }],
    })
    expect(read(chunk).trace.calls).toMatchObject([{ id: 'a', arguments: { x: 1 } }])
  })

  it('passes over messages that remove others', () => {
    expect(read(new RemoveMessage({ id: 'm' }), new AIMessage('Done.')).trace.final_answer).toBe('Done.')
  })

  it('refuses a result of a call that nobody made', () => {
    expect(() => read(new HumanMessage('Go.'), answer('a', '1'))).toThrow('no earlier message calls')
  })
})

describe('LangChain messages', () => {
  it('reads the calls of before LangChain had its own', () => {
    const kwargs = {
      content: '',
      additional_kwargs: {
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
      },
    }
    const id = ['langchain', 'schema', 'AIMessage']
    expect(importTrace([{ lc: 1, type: 'constructor', id, kwargs }]).trace.calls).toMatchObject([
      { id: 'a', arguments: { x: 1 } },
    ])
  })

  it('reads function messages, which have no ids', () => {
    const asked = new AIMessage({
      content: '',
      additional_kwargs: { function_call: { name: 'f', arguments: '{}' } },
    })
    const told = new FunctionMessage({ name: 'f', content: '2' })
    expect(importTrace([asked, told]).trace.calls).toMatchObject([{ id: 'call_1', result: 2 }])
  })

  it('takes messages with a role among its own', () => {
    const { trace, format } = importTrace([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'f', args: { x: 1 } }] },
      answer('a', '2'),
    ])
    expect(format).toBe('langchain')
    expect(trace.calls).toMatchObject([{ id: 'a', arguments: { x: 1 }, result: 2 }])
  })

  it('does not lose calls that stand in the content alone', () => {
    const content = [{ type: 'tool_use', id: 'a', name: 'f', input: {} }]
    expect(() => importTrace([{ type: 'ai', content }])).toThrow('tool_use content')
  })
})
