import { join } from 'node:path'
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  FunctionMessage,
  mapStoredMessagesToChatMessages,
  RemoveMessage,
  type StoredMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { ToolCallError } from '../../../../src/tools/tool-call-error.ts'
import { type ImportedTrace, importTrace } from '../../../../src/trace/import/index.ts'
import { ImportProblem } from '../../../../src/trace/import/values.ts'
import { readRows } from '../../../support/json-lines.ts'

interface Row {
  about: string
  value?: unknown
  /** Messages of LangChain, as `toDict` writes them. */
  messages?: StoredMessage[]
  taskId?: string
  /** What is read; what is not in the row is empty. */
  imported?: Partial<ImportedTrace>
  /** How the problem begins, for what is refused. */
  error?: string
}

const rows = readRows<Row>(join(import.meta.dirname, 'imports.jsonl')).map((row, i) => ({
  line: i + 1,
  ...row,
}))

function check(value: unknown, { taskId, imported, error }: Row): void {
  const read = () => importTrace(value, taskId === undefined ? {} : { taskId })
  if (imported !== undefined) {
    expect(read()).toEqual({ unknown: [], bare: false, prompts: [], tools: [], ...imported })
    return
  }
  expect(read).toThrow(ImportProblem)
  expect(read).toThrow(`Failed to import a trace: ${error}`)
}

it.each(rows.filter(({ messages }) => messages === undefined))('imports.jsonl:$line: $about', (row) => {
  check(row.value, row)
})

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
  it.each(rows.flatMap((row) => (row.messages === undefined ? [] : [{ ...row, messages: row.messages }])))(
    'imports.jsonl:$line: $about',
    (row) => check(write(mapStoredMessagesToChatMessages(row.messages)), row),
  )

  it('reads standard content blocks', () => {
    const said = (text: string, ...calls: object[]) =>
      new AIMessage({ contentBlocks: [{ type: 'text', text }, ...calls] } as never)
    const call = { type: 'tool_call', id: 'a', name: 'f', args: { x: 1 } }
    const answer = new ToolMessage({ tool_call_id: 'a', content: '2' })
    expect(importTrace(write([said('Let me see.', call), answer, said('Done.')])).trace).toMatchObject({
      calls: [{ id: 'a', arguments: { x: 1 }, result: 2 }],
      final_answer: 'Done.',
    })
  })

  it('reads chunks, and passes over messages that remove others', () => {
    const chunk = new AIMessageChunk({
      content: '',
      tool_call_chunks: [{ id: 'a', name: 'f', args: '{"x":1}', index: 0, type: 'tool_call_chunk' }],
    })
    const messages = [chunk, new RemoveMessage({ id: 'm' }), new AIMessage('Done.')]
    expect(importTrace(write(messages)).trace).toMatchObject({
      calls: [{ id: 'a', arguments: { x: 1 } }],
      final_answer: 'Done.',
    })
  })
})

const CALL = { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: { x: 1 } }
const failedBy = (error: unknown) => [
  { finishReason: 'stop', content: [CALL, { type: 'tool-error', toolCallId: 'a', toolName: 'f', error }] },
]

/** A step of version 5 of the AI SDK. */
class Step {
  readonly content = [CALL, { type: 'tool-result', toolCallId: 'a', toolName: 'f', output: 2 }]
  readonly finishReason = 'stop'
  get toolCalls() {
    return [CALL]
  }
  get toolResults() {
    return this.content.slice(1)
  }
}

describe('what JSON does not hold', () => {
  it.each<[string, unknown, object]>([
    ['steps whose fields are getters', { steps: [new Step()] }, { arguments: { x: 1 }, result: 2 }],
    [
      'an error of a tool',
      failedBy(new TypeError('fetch failed')),
      { status: 500, error: { code: 'error', message: 'fetch failed' } },
    ],
    [
      'a ToolCallError',
      failedBy(new ToolCallError('f', 404, { code: 'not_found', message: 'no' })),
      { status: 404, error: { code: 'not_found', message: 'no' } },
    ],
    [
      'function messages of LangChain, which have no ids',
      [
        new AIMessage({
          content: '',
          additional_kwargs: { function_call: { name: 'f', arguments: '{}' } },
        }),
        new FunctionMessage({ name: 'f', content: '2' }),
      ],
      { id: 'call_1', result: 2 },
    ],
    [
      'messages of LangChain beside messages with a role',
      [
        { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'f', args: { x: 1 } }] },
        new ToolMessage({ tool_call_id: 'a', content: '2' }),
      ],
      { id: 'a', arguments: { x: 1 }, result: 2 },
    ],
  ])('reads %s', (_, value, call) => {
    expect(importTrace(value).trace.calls).toMatchObject([call])
  })

  it('takes the usage of the whole where that of a step is not a number', () => {
    const content = [{ type: 'text', text: 'Done.' }]
    const steps = [{ finishReason: 'stop', content, usage: { inputTokens: Number.NaN } }]
    const { trace } = importTrace({ steps, totalUsage: { inputTokens: 4, outputTokens: 1 } })
    expect(trace.usage).toEqual({ input_tokens: 4, output_tokens: 1, model_calls: 1 })
  })

  it('asks to await a stream', () => {
    expect(() => importTrace({ steps: Promise.resolve([]) })).toThrow('"steps" is a promise')
  })
})
