import { FakeListChatModel } from '@langchain/core/utils/testing'
import { ChatOpenAI } from '@langchain/openai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fromModel } from '../../../src/adapters/langchain/from-model.ts'
import type { AgentTool } from '../../../src/schema/agent.ts'
import { ToolCallError } from '../../../src/tools/tool-call-error.ts'
import { listCallIds } from '../../../src/trace/messages.ts'
import { type ServerAnswer, startAnsweringServer } from '../../support/answering-server.ts'

let server: Awaited<ReturnType<typeof startAnsweringServer>> | undefined
afterEach(() => server?.close())

const called: { name: string; args: unknown; turn: number | undefined }[] = []
const tool = (name: string, answer: (args: Record<string, unknown>) => object): AgentTool => ({
  ...{ name, description: `${name}.`, url: 'http://tools.test/x' },
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  async invoke(args, options) {
    called.push({ name, args, turn: options?.turn })
    return answer(args) as never
  },
})
const tools = [
  tool('weather', ({ city }) => {
    if (city === 'Nowhere')
      throw new ToolCallError('weather', 404, { code: 'not_found', message: 'no such city' } as never)
    return { degrees: String(city).length }
  }),
  tool('time', () => ({ hour: 7 })),
]
const request = () => {
  called.length = 0
  return {
    prompt: 'How warm is it?',
    messages: [],
    thread: {},
    user: { approve: async () => ({ approved: true }) },
    tools,
    signal: new AbortController().signal,
    attempt: 0,
  }
}

describe('a model with tool calling', () => {
  const chat = (calls: { name: string; args: string }[], content: string | null = null): ServerAnswer => ({
    body: JSON.stringify({
      ...{ id: 'c', object: 'chat.completion', created: 0, model: 'm' },
      choices: [
        {
          index: 0,
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
          message: {
            ...{ role: 'assistant', content, refusal: null },
            ...(calls.length === 0
              ? {}
              : {
                  tool_calls: calls.map(({ name, args }, i) => ({
                    ...{ id: `${name}_${i}`, type: 'function' },
                    function: { name, arguments: args },
                  })),
                }),
          },
        },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
    }),
  })
  const openai = async (answers: ServerAnswer[]) => {
    server = await startAnsweringServer(answers)
    return new ChatOpenAI({ model: 'm', apiKey: 'none', configuration: { baseURL: `${server.url}/v1` } })
  }

  it('has its calls made, those of one message side by side; faults of the server are waited out', async () => {
    const model = await openai([
      { status: 429, headers: { 'retry-after': '0' } },
      chat([
        { name: 'weather', args: '{"city":"Oslo"}' },
        { name: 'time', args: '{"city":"Oslo"}' },
      ]),
      { status: 500 },
      chat([], 'done'),
    ])
    const reply = (await fromModel({ model, retries: 2 }).run(request())) as { messages: unknown[] }
    expect(listCallIds(reply.messages)).toEqual([['weather_0', 'time_1'], []])
    expect(called.map(({ turn }) => turn)).toEqual([0, 0])
    expect(server?.seen).toHaveLength(4)
  })

  it('is told of calls that cannot be made', async () => {
    const model = await openai([
      chat([
        { name: 'weather', args: '{"city":' },
        { name: 'wether', args: '{}' },
      ]),
      chat([], 'done'),
    ])
    await fromModel({ model }).run(request())
    expect(called).toEqual([])
    const told = JSON.stringify(server?.seen.at(-1)?.body)
    expect(told).toContain('malformed_arguments')
    expect(told).toContain('unknown tool')
  })

  it('is ended where it never ends', async () => {
    const model = await openai([chat([{ name: 'time', args: '{"city":"Oslo"}' }])])
    await expect(fromModel({ model, maxTurns: 4 }).run(request())).rejects.toThrow(
      'did not finish within 4 messages',
    )
    expect(server?.seen).toHaveLength(4)
  })
})

it('a model without tool calling is refused', async () => {
  const model = new FakeListChatModel({ responses: ['done'] })
  Object.assign(model, { bindTools: undefined })
  await expect(fromModel({ model }).run(request())).rejects.toThrow('has no tool calling. Name a model')
})

it('what is missing is told at the first attempt', async () => {
  vi.stubEnv('TRACEWRIGHT_MODEL', '')
  await expect(fromModel().run(request())).rejects.toThrow(/`model` is missing/)
  vi.stubEnv('TRACEWRIGHT_MODEL', 'openai:x')
  vi.stubEnv('OPENAI_API_KEY', '')
  await expect(fromModel().run(request())).rejects.toThrow('missing API key: set OPENAI_API_KEY.')
  vi.unstubAllEnvs()
})
