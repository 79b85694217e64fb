import { describe, expect, it } from 'vitest'
import { importTrace } from '../../../../src/trace/import/index.ts'

type Attributes = Record<string, unknown>

const span = (name: string, from: number, to: number, attributes: Attributes, more: object = {}) => ({
  name,
  spanId: `${name}-${from}`,
  startTimeUnixNano: String(from),
  endTimeUnixNano: String(to),
  attributes,
  ...more,
})

const tool = (from: number, to: number, attributes: Attributes = {}, more: object = {}) =>
  span(
    'execute_tool f',
    from,
    to,
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'f',
      'gen_ai.tool.call.arguments': '{"x":1}',
      'gen_ai.tool.call.result': '{"y":2}',
      ...attributes,
    },
    more,
  )

const chat = (from: number, to: number, attributes: Attributes = {}, more: object = {}) =>
  span('chat m', from, to, { 'gen_ai.operation.name': 'chat', ...attributes }, more)

const said = (...parts: object[]) => ({
  'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
})
const asks = (id: string, args: unknown = { x: 1 }) => ({ type: 'tool_call', id, name: 'f', arguments: args })

const orderOf = (...spans: object[]) =>
  importTrace(spans).trace.calls.map(({ turn, started, ended }) => [turn, started, ended])

describe('OpenTelemetry GenAI spans', () => {
  it('reads one call, among other spans', () => {
    const { trace, format } = importTrace([span('GET /', 0, 9, {}), tool(1, 2)])
    expect(format).toBe('otel-genai')
    expect(trace.calls).toEqual([
      {
        id: 'call_1',
        tool_name: 'f',
        arguments: { x: 1 },
        status: 200,
        result: { y: 2 },
        started: 0,
        ended: 1,
      },
    ])
  })

  it('ranks times into one order', () => {
    expect(orderOf(tool(40, 50), tool(10, 20), tool(15, 30))).toEqual([
      [undefined, 0, 2],
      [undefined, 1, 3],
      [undefined, 4, 5],
    ])
  })

  it.each([
    [
      'nanoseconds beyond what numbers hold',
      '1700000000000000001',
      '1700000000000000002',
      '1700000000000000003',
    ],
    ['pairs', [5, 1], [5, 2], [5, 3]],
    ['dates', '2026-01-01T00:00:00.000001Z', '2026-01-01T00:00:00.000002Z', '2026-01-01T00:00:00.000003Z'],
    ['milliseconds', 1.25, 1.5, 1.75],
  ])('tells %s apart', (_, a, b, c) => {
    const timed = (startTime: unknown, endTime: unknown) => ({
      ...tool(0, 0),
      startTimeUnixNano: undefined,
      endTimeUnixNano: undefined,
      startTime,
      endTime,
    })
    expect(orderOf(timed(a, b), timed(b, c))).toEqual([
      [undefined, 0, 1],
      [undefined, 2, 3],
    ])
  })

  it('takes calls that took no time at the same moment for parallel', () => {
    expect(orderOf(tool(5, 5), tool(5, 5))).toEqual([
      [undefined, 0, 1],
      [undefined, 0, 1],
    ])
  })

  it('takes turns from the models before the tools', () => {
    expect(orderOf(chat(0, 5), tool(6, 7), tool(6, 8), chat(9, 10), tool(11, 12), chat(13, 14))).toEqual([
      [0, 0, 1],
      [0, 0, 2],
      [1, 3, 4],
    ])
  })

  it('takes the turn from the message that asks for the call', () => {
    const id = { 'gen_ai.tool.call.id': 'a' }
    expect(orderOf(chat(0, 5, said(asks('a'))), chat(6, 7), tool(8, 9, id))).toEqual([[0, 0, 1]])
  })

  it('keeps to models under the same parent', () => {
    const of = (parentSpanId: string) => ({ parentSpanId })
    expect(orderOf(chat(0, 1, {}, of('p')), chat(2, 3, {}, of('q')), tool(4, 5, {}, of('p')))).toEqual([
      [0, 0, 1],
    ])
  })

  it('counts a call once that two layers traced', () => {
    const inner = { ...tool(2, 3), parentSpanId: 'execute_tool f-1' }
    expect(importTrace([tool(1, 4), inner]).trace.calls).toHaveLength(1)
  })

  it('reads OTLP documents', () => {
    const value = (stringValue: string) => ({ stringValue })
    const attributes = [
      { key: 'gen_ai.operation.name', value: value('execute_tool') },
      { key: 'gen_ai.tool.name', value: value('f') },
      {
        key: 'gen_ai.tool.call.arguments',
        value: {
          kvlistValue: {
            values: [
              { key: 'x', value: { intValue: '1' } },
              { key: 'list', value: { arrayValue: { values: [{ doubleValue: 1.5 }, { boolValue: true }] } } },
            ],
          },
        },
      },
      { key: 'gen_ai.tool.call.result', value: value('{"y":2}') },
    ]
    const usage = [
      { key: 'gen_ai.operation.name', value: value('chat') },
      { key: 'gen_ai.usage.input_tokens', value: { intValue: '10' } },
      { key: 'gen_ai.usage.output_tokens', value: { intValue: 2 } },
    ]
    const spans = [
      { ...chat(0, 1), attributes: usage },
      { ...tool(2, 3), attributes },
    ]
    const { trace } = importTrace({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
    expect(trace.calls).toMatchObject([{ arguments: { x: 1, list: [1.5, true] }, result: { y: 2 }, turn: 0 }])
    expect(trace.usage).toEqual({ input_tokens: 10, output_tokens: 2, model_calls: 1 })
  })

  it.each([
    ['a status', {}, { status: { code: 2, message: 'no' } }, 500, 'no'],
    ['a status in words', {}, { status: { code: 'STATUS_CODE_ERROR' } }, 500, 'the call failed'],
    ['an error type', { 'error.type': 'timeout' }, {}, 500, 'timeout'],
    [
      'an exception',
      {},
      {
        status: { code: 2 },
        events: [
          { name: 'exception', attributes: { 'exception.message': 'f answered 404 not_found: gone' } },
        ],
      },
      404,
      'gone',
    ],
    [
      'an answer of ours',
      { 'gen_ai.tool.call.result': '{"error":{"code":"conflict","message":"taken"}}' },
      { status: { code: 2 } },
      409,
      'taken',
    ],
  ])('takes %s for a failure', (_, attributes, more, status, message) => {
    const read = importTrace([tool(1, 2, { 'gen_ai.tool.call.result': undefined, ...attributes }, more)])
    expect(read.trace.calls).toMatchObject([{ status, error: { message } }])
  })

  it('does not know the outcome of a call whose result was not captured', () => {
    const { unknown } = importTrace([tool(1, 2, { 'gen_ai.tool.call.result': undefined })])
    expect(unknown).toEqual(['call_1'])
  })

  it('fails a call whose arguments are no JSON', () => {
    const bad = tool(1, 2, { 'gen_ai.tool.call.arguments': '{"x":' }, { status: { code: 2 } })
    expect(importTrace([bad]).trace.calls).toMatchObject([{ status: 400 }])
  })

  it('takes arguments and results from messages where spans lack them', () => {
    const bare = {
      'gen_ai.tool.call.id': 'a',
      'gen_ai.tool.call.arguments': undefined,
      'gen_ai.tool.call.result': undefined,
    }
    const told = [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'a', response: { y: 3 } }] }]
    const { trace } = importTrace([
      chat(0, 1, said(asks('a', { x: 5 }))),
      tool(2, 3, bare),
      chat(4, 5, { 'gen_ai.input.messages': told, ...said({ type: 'text', content: 'Done.' }) }),
    ])
    expect(trace.calls).toMatchObject([{ arguments: { x: 5 }, result: { y: 3 } }])
    expect(trace.final_answer).toBe('Done.')
  })

  it('reads calls from the messages alone', () => {
    const told = [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'a', response: '{"y":3}' }] }]
    const { trace, unknown } = importTrace([
      chat(0, 1, said(asks('a'), asks('b'))),
      chat(4, 5, { 'gen_ai.input.messages': told, ...said(asks('c')) }),
      chat(6, 7, said({ type: 'text', content: 'Done.' })),
    ])
    expect(trace.calls).toMatchObject([
      { id: 'a', result: { y: 3 }, turn: 0, started: 0, ended: 1 },
      { id: 'b', turn: 0, started: 0, ended: 1 },
      { id: 'c', turn: 1, started: 2, ended: 3 },
    ])
    expect(unknown).toEqual(['b', 'c'])
  })

  it('counts the tokens of agents only where no model was traced', () => {
    const usage = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 2 }
    const agent = span('invoke_agent a', 0, 20, { 'gen_ai.operation.name': 'invoke_agent', ...usage })
    expect(importTrace([agent, chat(1, 2, usage), tool(3, 4)]).trace.usage?.input_tokens).toBe(10)
    expect(importTrace([agent, tool(3, 4)]).trace.usage).toEqual({
      input_tokens: 10,
      output_tokens: 2,
      model_calls: 0,
    })
  })

  it('takes spans of an agent that called nothing', () => {
    const stopped = { 'gen_ai.response.finish_reasons': ['stop'] }
    expect(importTrace([chat(0, 1, stopped)]).trace).toMatchObject({ calls: [], final_answer: null })
  })

  it.each([
    [
      'a span without arguments',
      [tool(1, 2, { 'gen_ai.tool.call.arguments': undefined })],
      'gen_ai.tool.call.arguments',
    ],
    ['arguments that were cut', [tool(1, 2, { 'gen_ai.tool.call.arguments': '{"x":' })], 'length limit'],
    ['a span without times', [tool(1, 2, {}, { endTimeUnixNano: undefined })], 'has no end time'],
    ['a span without a tool', [span('execute_tool', 1, 2, {})], 'does not name its tool'],
    ['spans of something else', [span('GET /', 0, 1, {})], 'none of 1 spans'],
    ['no spans', { resourceSpans: [] }, 'the list of spans is empty'],
    ['resourceSpans that are no list', { resourceSpans: 5 }, 'resourceSpans is a number'],
    [
      'a model that stopped for tools which nobody traced',
      [chat(0, 1, { 'gen_ai.response.finish_reasons': ['tool_calls'] })],
      'gen_ai.output.messages',
    ],
    ['a model that does not say what it did', [chat(0, 1)], 'gen_ai.output.messages'],
    [
      'a call id that is used twice',
      [tool(1, 2, { 'gen_ai.tool.call.id': 'a' }), tool(3, 4, { 'gen_ai.tool.call.id': 'a' })],
      '"a" is used twice',
    ],
  ])('refuses %s', (_, value, says) => {
    expect(() => importTrace(value)).toThrow(says)
  })
})
