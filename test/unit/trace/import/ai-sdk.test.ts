import { describe, expect, it } from 'vitest'
import { ToolCallError } from '../../../../src/tools/tool-call-error.ts'
import { importTrace } from '../../../../src/trace/import/index.ts'

const call = (toolCallId: string, toolName: string, input: unknown = {}) => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
})
const result = (toolCallId: string, output: unknown) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'f',
  output,
})
const step = (...content: object[]) => ({
  content,
  finishReason: 'stop',
  usage: { inputTokens: 10, outputTokens: 2 },
})
const text = (words: string) => ({ type: 'text', text: words })

describe('steps of the AI SDK', () => {
  it('reads content in its order, a step a turn', () => {
    const { trace, unknown } = importTrace({
      steps: [
        step(
          text('Let me see.'),
          call('a', 'f', { x: 1 }),
          call('b', 'f'),
          result('a', { y: 2 }),
          result('b', '[1]'),
        ),
        step(call('c', 'g'), call('d', 'g'), result('c', undefined)),
        step(text('Do'), text('ne.')),
      ],
    })
    expect(trace.calls).toMatchObject([
      { id: 'a', tool_name: 'f', arguments: { x: 1 }, result: { y: 2 }, turn: 0, started: 0, ended: 1 },
      { id: 'b', result: [1], turn: 0 },
      { id: 'c', result: null, turn: 1, started: 2, ended: 3 },
      { id: 'd', status: 200, turn: 1 },
    ])
    expect(unknown).toEqual(['d'])
    expect(trace.final_answer).toBe('Done.')
    expect(trace.usage).toEqual({ input_tokens: 30, output_tokens: 6, model_calls: 3 })
  })

  it('reads steps whose fields are getters, as those of version 5 are', () => {
    class Step {
      readonly content = [call('a', 'f', { x: 1 }), result('a', 2)]
      readonly finishReason = 'stop'
      get toolCalls() {
        return [call('a', 'f', { x: 1 })]
      }
      get toolResults() {
        return [result('a', 2)]
      }
    }
    expect(importTrace({ steps: [new Step()] }).trace.calls).toMatchObject([
      { arguments: { x: 1 }, result: 2 },
    ])
  })

  it.each([
    ['a text', 'Out of order.', 500, 'error', 'Out of order.'],
    ['an error', new TypeError('fetch failed'), 500, 'error', 'fetch failed'],
    ['an error that JSON emptied', {}, 500, 'error', 'the call failed'],
    [
      'a ToolCallError',
      new ToolCallError('f', 404, { code: 'not_found', message: 'no' }),
      404,
      'not_found',
      'no',
    ],
  ])('reads a tool-error that is %s', (_, error, status, code, message) => {
    const failed = { type: 'tool-error', toolCallId: 'a', toolName: 'f', input: {}, error }
    expect(importTrace([step(call('a', 'f'), failed)]).trace.calls[0]).toMatchObject({
      status,
      error: { code, message },
    })
  })

  it('fails calls that are marked as invalid', () => {
    const invalid = { ...call('a', 'f', '{"x":'), invalid: true, error: { message: 'Invalid input' } }
    const failed = { type: 'tool-error', toolCallId: 'a', toolName: 'f', error: 'Invalid input' }
    expect(importTrace([step(invalid, failed)]).trace.calls[0]).toMatchObject({
      arguments: {},
      status: 400,
      error: { code: 'malformed_arguments', message: 'Invalid input' },
    })
  })

  it('takes what follows a call of the provider for an answer', () => {
    const { trace } = importTrace([step(call('a', 'f'), result('a', 1), text('Done.'))])
    expect(trace.final_answer).toBe('Done.')
  })

  it('takes the usage of the whole where steps have none', () => {
    const steps = [{ text: 'Done.', toolCalls: [], usage: { promptTokens: Number.NaN } }]
    expect(importTrace({ steps, totalUsage: { inputTokens: 4, outputTokens: 1 } }).trace.usage).toEqual({
      input_tokens: 4,
      output_tokens: 1,
      model_calls: 1,
    })
  })

  it('knows that a call which nobody approved was not made', () => {
    const request = { type: 'tool-approval-request', approvalId: 'p', toolCall: call('a', 'f') }
    const { trace, unknown } = importTrace([step(call('a', 'f'), request)])
    expect(trace.calls).toMatchObject([{ status: 403, error: { code: 'not_approved' } }])
    expect(unknown).toEqual([])
  })

  it.each([
    ['parts that it does not know', [step({ type: 'tool-magic', toolCallId: 'a' })]],
    ['calls that are no list', [{ text: '', finishReason: 'stop', toolCalls: 5 }]],
    ['content that is no list', [{ text: '', finishReason: 'stop', content: 'Done.' }]],
  ])('refuses %s', (_, steps) => {
    expect(() => importTrace(steps)).toThrow('item 1 of the list')
  })

  it('asks to await a stream', () => {
    expect(() => importTrace({ steps: Promise.resolve([]) })).toThrow('"steps" is a promise')
  })
})

describe('messages of the AI SDK', () => {
  const assistant = (...content: object[]) => ({ role: 'assistant', content })
  const tool = (...content: object[]) => ({ role: 'tool', content })

  it.each([
    ['json', { type: 'json', value: { y: 2 } }, { status: 200, result: { y: 2 } }],
    ['json that is a text', { type: 'json', value: '26' }, { status: 200, result: '26' }],
    ['text', { type: 'text', value: '{"y":2}' }, { status: 200, result: { y: 2 } }],
    ['content', { type: 'content', value: [text('{"y":2}')] }, { status: 200, result: { y: 2 } }],
    [
      'error-text',
      { type: 'error-text', value: 'no' },
      { status: 500, error: { code: 'error', message: 'no' } },
    ],
    [
      'error-json',
      { type: 'error-json', value: { error: { code: 'conflict', message: 'no' } } },
      { status: 409, error: { code: 'conflict', message: 'no' } },
    ],
    [
      'execution-denied',
      { type: 'execution-denied', reason: 'not now' },
      { status: 403, error: { code: 'not_approved', message: 'not now' } },
    ],
  ])('reads output of type %s', (_, output, outcome) => {
    const { trace } = importTrace([assistant(call('a', 'f')), tool(result('a', output))])
    expect(trace.calls[0]).toMatchObject(outcome)
  })

  it('reads the results of version 4', () => {
    const old = { type: 'tool-call', toolCallId: 'a', toolName: 'f', args: { x: 1 } }
    const told = { type: 'tool-result', toolCallId: 'a', toolName: 'f', result: 'no', isError: true }
    expect(importTrace([assistant(old), tool(told)]).trace.calls).toMatchObject([
      { arguments: { x: 1 }, status: 500, error: { message: 'no' } },
    ])
  })

  it('knows that a call which nobody approved was not made', () => {
    const { trace, unknown } = importTrace([
      assistant(
        call('a', 'f'),
        call('b', 'f'),
        { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' },
        { type: 'tool-approval-request', approvalId: 'q', toolCallId: 'b' },
      ),
      tool({ type: 'tool-approval-response', approvalId: 'q', approved: true }),
    ])
    expect(trace.calls.map(({ status }) => status)).toEqual([403, 200])
    expect(unknown).toEqual(['b'])
  })

  it('refuses a result of a call that nobody made', () => {
    expect(() => importTrace([tool(result('a', 1))])).toThrow('no earlier message calls')
  })
})

describe('UI messages of the AI SDK', () => {
  const ui = (...parts: object[]) => importTrace([{ id: 'm', role: 'assistant', parts }])
  const part = (toolCallId: string, state: string, more: object = {}) => ({
    type: 'tool-f',
    toolCallId,
    state,
    input: { x: 1 },
    ...more,
  })

  it('takes steps for turns', () => {
    const { trace } = ui(
      { type: 'step-start' },
      part('a', 'output-available', { output: { y: 2 } }),
      part('b', 'output-available', { output: 1 }),
      { type: 'step-start' },
      { ...part('c', 'output-available', { output: 1 }), type: 'dynamic-tool', toolName: 'g' },
      { type: 'step-start' },
      text('Done.'),
    )
    expect(trace.calls.map(({ id, tool_name, turn }) => [id, tool_name, turn])).toEqual([
      ['a', 'f', 0],
      ['b', 'f', 0],
      ['c', 'g', 1],
    ])
    expect(trace).toMatchObject({ final_answer: 'Done.', usage: { model_calls: 3 } })
  })

  it.each([
    ['output-error', { errorText: 'no' }, 500, 'no'],
    [
      'output-error',
      { errorText: 'Invalid input', input: undefined, rawInput: '{"x":' },
      400,
      'Invalid input',
    ],
    ['input-streaming', { input: undefined }, 400, 'the arguments are incomplete'],
    ['output-denied', { approval: { id: 'p', approved: false, reason: 'no' } }, 403, 'no'],
    ['approval-requested', { approval: { id: 'p' } }, 403, 'the call was not approved'],
  ])('reads the state %s with %j', (state, more, status, message) => {
    const { trace, unknown } = ui(part('a', state, more))
    expect(trace.calls).toMatchObject([{ status, error: { message } }])
    expect(unknown).toEqual([])
  })

  it('does not know the outcome of a call that has no output yet', () => {
    expect(ui(part('a', 'input-available')).unknown).toEqual(['a'])
  })

  it('reads the parts of version 4', () => {
    const toolInvocation = { state: 'result', toolCallId: 'a', toolName: 'f', args: { x: 1 }, result: 2 }
    expect(ui({ type: 'tool-invocation', toolInvocation }).trace.calls).toMatchObject([
      { id: 'a', tool_name: 'f', arguments: { x: 1 }, result: 2 },
    ])
  })
})
