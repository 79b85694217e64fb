import { describe, expect, it } from 'vitest'
import { importTrace } from '../../../../src/trace/import/index.ts'

const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
const assistant = (...tool_calls: object[]) => ({ role: 'assistant', content: null, tool_calls })
const answer = (tool_call_id: string, content: unknown) => ({ role: 'tool', tool_call_id, content })
const user = { role: 'user', content: 'Go.' }

const callsOf = (...messages: object[]) => importTrace(messages).trace.calls

describe('OpenAI chat messages', () => {
  it('reads one call', () => {
    expect(callsOf(user, assistant(call('a', 'f', '{"x":1}')), answer('a', '{"y":2}'))).toEqual([
      {
        id: 'a',
        tool_name: 'f',
        arguments: { x: 1 },
        status: 200,
        result: { y: 2 },
        turn: 0,
        started: 0,
        ended: 1,
      },
    ])
  })

  it('counts messages of the assistant as turns, also those that only talk', () => {
    const calls = callsOf(
      user,
      { role: 'assistant', content: 'Shall I?' },
      user,
      assistant(call('a', 'f', '{}'), call('b', 'f', '{}')),
      answer('b', '1'),
      answer('a', '2'),
      assistant(call('c', 'g', '{}')),
      answer('c', '3'),
    )
    expect(calls.map(({ id, turn, started, ended, result }) => [id, turn, started, ended, result])).toEqual([
      ['a', 1, 2, 3, 2],
      ['b', 1, 2, 3, 1],
      ['c', 2, 4, 5, 3],
    ])
  })

  it('lets a call end when its result came in, so that a call before that cannot build on it', () => {
    const calls = callsOf(
      user,
      assistant(call('a', 'f', '{}')),
      assistant(call('b', 'f', '{}')),
      answer('a', '1'),
      answer('b', '2'),
    )
    expect(calls.map(({ id, started, ended }) => [id, started, ended])).toEqual([
      ['a', 0, 3],
      ['b', 2, 3],
    ])
  })

  it.each([
    ['JSON text', '[1,"a"]', [1, 'a']],
    ['other text', 'It rains.', 'It rains.'],
    ['a number too large to be kept', '12345678901234567890', '12345678901234567890'],
    [
      'parts of text',
      [
        { type: 'text', text: '{"y":' },
        { type: 'text', text: '2}' },
      ],
      { y: 2 },
    ],
    ['nothing', null, null],
  ])('takes %s for a result', (_, content, result) => {
    expect(callsOf(assistant(call('a', 'f', '{}')), answer('a', content))[0]).toMatchObject({
      status: 200,
      result,
    })
  })

  it.each([
    ['an error of ours', '{"error":{"code":"not_found","message":"no"}}', 404, 'not_found', 'no'],
    ['an error of a code that is not ours', '{"error":{"code":"odd","message":"no"}}', 500, 'odd', 'no'],
    ['the text of a ToolCallError', 'f answered 409 conflict: taken', 409, 'conflict', 'taken'],
    ['that text behind a head', 'Error: f answered 429 rate_limited: wait', 429, 'rate_limited', 'wait'],
    ['an MCP error', '{"content":[{"type":"text","text":"no"}],"isError":true}', 500, 'error', 'no'],
  ])('takes %s for a failure', (_, content, status, code, message) => {
    const [made] = callsOf(assistant(call('a', 'f', '{}')), answer('a', content))
    expect(made).toMatchObject({ status, error: { code, message } })
    expect(made).not.toHaveProperty('result')
  })

  it.each([
    ['an error beside other fields', '{"error":{"code":"a","message":"b"},"rows":[]}'],
    ['the words of another tool', 'g answered 409 conflict: taken'],
  ])('takes %s for a result', (_, content) => {
    expect(callsOf(assistant(call('a', 'f', '{}')), answer('a', content))[0]?.status).toBe(200)
  })

  it('does not know the outcome of a call without a result', () => {
    const { trace, unknown } = importTrace([user, assistant(call('a', 'f', '{}'), call('b', 'f', '{}'))])
    expect(unknown).toEqual(['a', 'b'])
    expect(trace.calls[0]).toMatchObject({ status: 200 })
    expect(trace.calls[0]).not.toHaveProperty('result')
  })

  it.each([
    ['no JSON', '{"x":', 'the arguments are not JSON: {"x":'],
    ['no object', '[1]', 'the arguments are not a JSON object: [1]'],
  ])('fails a call whose arguments are %s', (_, args, message) => {
    const { trace, unknown } = importTrace([assistant(call('a', 'f', args)), answer('a', 'Try again.')])
    expect(trace.calls[0]).toMatchObject({
      arguments: {},
      status: 400,
      error: { code: 'malformed_arguments', message },
    })
    expect(unknown).toEqual([])
  })

  it('takes blank arguments for none', () => {
    expect(callsOf(assistant(call('a', 'f', ' ')), answer('a', '1'))[0]).toMatchObject({
      arguments: {},
      status: 200,
    })
  })

  it('reads the older function calls, which have no ids', () => {
    const old = (name: string) => ({
      role: 'assistant',
      content: null,
      function_call: { name, arguments: '{"x":1}' },
    })
    const calls = callsOf(user, old('f'), { role: 'function', name: 'f', content: '2' }, old('f'))
    expect(calls).toMatchObject([
      { id: 'call_1', tool_name: 'f', arguments: { x: 1 }, result: 2, turn: 0 },
      { id: 'call_2', tool_name: 'f', turn: 1 },
    ])
  })

  it('gives no id that another call has', () => {
    const calls = callsOf(
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      assistant(call('call_1', 'g', '{}')),
    )
    expect(calls.map(({ id }) => id)).toEqual(['call_1_', 'call_1'])
  })

  it('reads a completion, with its usage', () => {
    const { trace } = importTrace({
      object: 'chat.completion',
      choices: [{ index: 0, message: assistant(call('a', 'f', '{}')) }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    })
    expect(trace.usage).toEqual({ input_tokens: 7, output_tokens: 3, model_calls: 1 })
  })

  it.each([
    ['the last text', [{ role: 'assistant', content: 'Done.' }], 'Done.'],
    ['a refusal', [{ role: 'assistant', content: null, refusal: 'No.' }], 'No.'],
    [
      'the text before an empty message',
      [
        { role: 'assistant', content: 'Done.' },
        { role: 'assistant', content: '' },
      ],
      'Done.',
    ],
    ['no text', [{ role: 'assistant', content: null }], null],
    [
      'text beside a call',
      [{ ...assistant(call('a', 'f', '{}')), content: 'Let me see.' }, answer('a', '1')],
      null,
    ],
    [
      'text before a call',
      [{ role: 'assistant', content: 'Let me see.' }, assistant(call('a', 'f', '{}'))],
      null,
    ],
  ])('takes %s for the final answer', (_, messages, final) => {
    expect(importTrace([user, ...messages]).trace.final_answer).toBe(final)
  })

  it.each([
    ['a result of a call that nobody made', [answer('a', '1')], '"a", which no earlier message calls'],
    [
      'a result where no call is unanswered',
      [{ role: 'tool', content: '1' }],
      'a result names a call, which no earlier message',
    ],
    [
      'an id that is used twice',
      [assistant(call('a', 'f', '{}')), answer('a', '1'), assistant(call('a', 'f', '{}'))],
      '"a" is used twice',
    ],
    [
      'two results of one call',
      [assistant(call('a', 'f', '{}')), answer('a', '1'), answer('a', '2')],
      'has two results',
    ],
    ['a call without arguments', [assistant({ id: 'a', function: { name: 'f' } })], 'are missing'],
    [
      'arguments that are a number',
      [assistant({ id: 'a', function: { name: 'f', arguments: 5 } })],
      'a number',
    ],
    ['a call without a name', [assistant({ id: 'a', function: { arguments: '{}' } })], 'has no name'],
    ['an id that is no text', [assistant({ id: 5, function: { name: 'f', arguments: '{}' } })], 'a number'],
    ['several choices', { choices: [{}, {}] }, 'holds 2 choices'],
  ])('refuses %s', (_, value, says) => {
    expect(() => importTrace(value)).toThrow(says)
  })
})
