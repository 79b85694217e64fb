import { AIMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { readModelAnswer } from '../../../src/models/read-answer.ts'

describe('readAnswer', () => {
  it.each([
    ['bare JSON', '{"a":1}', { a: 1 }],
    ['fenced JSON', 'So:\n```json\n{"a":1}\n```\nDone.', { a: 1 }],
    ['JSON amid prose', 'It is {"a":{"b":"}"}} I think.', { a: { b: '}' } }],
  ])('reads %s', (_, text, value) => {
    expect(readModelAnswer(new AIMessage(text))).toMatchObject({ value, truncated: false })
  })

  it('reads the text blocks of a message', () => {
    const content = [
      { type: 'text', text: '{"a":' },
      { type: 'text', text: '1}' },
    ]
    expect(readModelAnswer(new AIMessage({ content }))).toMatchObject({ value: { a: 1 } })
  })

  it.each([
    ['OpenAI', { finish_reason: 'length' }],
    ['OpenAI Responses', { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }],
    ['Anthropic', { stop_reason: 'max_tokens' }],
    ['Google', { finishReason: 'MAX_TOKENS' }],
    ['Bedrock', { stopReason: 'max_tokens' }],
    ['Ollama', { done_reason: 'length' }],
  ])('sees that %s cut it off', (_, response_metadata) => {
    expect(readModelAnswer(new AIMessage({ content: '{"a":1}', response_metadata })).truncated).toBe(true)
  })

  it.each([
    ['an open object', '{"a": [1, 2', true],
    ['an open string', '{"a": "x', true],
    ['an open fence', '```json\n{"a": {"b": 1}', true],
    ['prose', 'I cannot do that.', false],
    ['broken JSON that ends', '{"a": nope}', false],
  ])('judges %s without a reason given', (_, text, truncated) => {
    expect(readModelAnswer(new AIMessage(text))).toMatchObject({ value: undefined, truncated })
  })

  it('sees cut off arguments of a tool call that LangChain could not read', () => {
    const message = new AIMessage({
      content: '',
      invalid_tool_calls: [{ name: 'x', args: '{"a": {"b"', type: 'invalid_tool_call' }],
    })
    expect(readModelAnswer(message)).toMatchObject({ value: undefined, truncated: true })
  })
})
