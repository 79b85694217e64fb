import { ChatOllama } from '@langchain/ollama'
import { ChatOpenAI } from '@langchain/openai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fromModel } from '../../../src/adapters/langchain/from-model.ts'
import { readTextSaid } from '../../../src/adapters/langchain/model-agent/text-protocol.ts'
import type { AgentTool } from '../../../src/schema/agent.ts'
import { ToolCallError } from '../../../src/tools/tool-call-error.ts'
import { callIdsOf, usageOf } from '../../../src/trace/messages.ts'
import { answeringServer, type ServerAnswer } from '../../support/answering-server.ts'

let server: Awaited<ReturnType<typeof answeringServer>> | undefined
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

const ollama = (answers: Parameters<typeof answeringServer>[0]) => async () => {
  server = await answeringServer(answers)
  return new ChatOllama({ model: 'x', baseUrl: server.url })
}

/** Says what it is told in the text protocol, and takes no tools. */
const withoutTools =
  (says: readonly string[]) =>
  ({ body }: { body: Record<string, unknown> }): ServerAnswer => {
    if (body.tools !== undefined)
      return {
        status: 400,
        body: JSON.stringify({ error: 'registry.ollama.ai/library/x does not support tools' }),
      }
    const messages = body.messages as { role: string }[]
    return { text: says[messages.filter(({ role }) => role === 'assistant').length] ?? 'nothing' }
  }

describe('a model without tool calling', () => {
  it('goes on from what was said before in a conversation', async () => {
    const model = await ollama(
      withoutTools([
        '{"calls":[{"tool":"weather","args":{"city":"Oslo"}}]}',
        '{"answer":"4 degrees"}',
        '{"calls":[{"tool":"time","args":{"city":"Oslo"}}]}',
        '{"answer":"7"}',
      ]),
    )()
    const agent = fromModel({ model, protocol: 'text' })
    const first = request()
    const said = (await agent.run(first)) as { turns: string[][] }
    const then = (await agent.run({ ...first, prompt: 'And what time is it?' })) as typeof said & {
      answer: string
      messages: unknown[]
    }
    expect(then.answer).toBe('7')
    expect(JSON.stringify(server?.seen.at(-1)?.body)).toContain('4 degrees')
    expect(JSON.stringify(then.messages)).not.toContain('4 degrees')
    expect(new Set([...said.turns.flat(), ...then.turns.flat()]).size).toBe(2)
  })

  it('works by the text protocol after the provider refused tools, with turns and usage', async () => {
    const model = await ollama(
      withoutTools([
        '{"calls":[{"tool":"weather","args":{"city":"Oslo"}},{"tool":"weather","args":{"city":"Nowhere"}}]}',
        '```json\n{"calls":[{"tool":"time","args":{"city":"Oslo"}}]}\n```',
        '{"answer":"4 degrees at 7"}',
      ]),
    )()
    const agent = fromModel({ model })
    const reply = (await agent.run(request())) as { answer: string; messages: unknown[]; turns: string[][] }
    expect(reply.answer).toBe('4 degrees at 7')
    expect(reply.turns).toEqual([['call_0_0', 'call_0_1'], ['call_1_0']])
    expect(called.map(({ name, turn }) => `${turn} ${name}`)).toEqual(['0 weather', '0 weather', '1 time'])
    expect(usageOf(reply.messages)).toEqual({ input_tokens: 33, output_tokens: 21, model_calls: 3 })
    const told = JSON.stringify(server?.seen.at(-2)?.body)
    expect(told).toContain(String.raw`{\"tool\":\"weather\",\"result\":{\"degrees\":4}}`)
    expect(told).toContain('no such city')
    const before = server?.seen.length ?? 0
    await agent.run(request())
    // It is not asked again whether it takes tools.
    expect((server?.seen.length ?? 0) - before).toBe(3)
  })

  it('is told what is wrong with its message, and ended where it does not learn', async () => {
    const says = [
      'I would call weather(city="Oslo")',
      '{"calls":[{"tool":"wether","args":{}}]}',
      '{"answer":"done"}',
    ]
    const good = await ollama(withoutTools(says))()
    expect(await fromModel({ model: good, protocol: 'text' }).run(request())).toMatchObject({
      answer: 'done',
    })
    expect(called).toEqual([])
    expect(JSON.stringify(server?.seen.at(-1)?.body)).toContain('unknown tool')
    await server?.close()
    const bad = await ollama(withoutTools(['a', 'b', 'c', 'd']))()
    await expect(fromModel({ model: bad, protocol: 'text' }).run(request())).rejects.toThrow(
      /does not keep to the text protocol: the message is not one JSON object/,
    )
    expect(server?.seen).toHaveLength(3)
  })

  it.each([
    ['{"answer":"a"} and more', /not one JSON object/],
    ['{"answer":"a","calls":[]}', /answer|calls|key/i],
    ['{"calls":[]}', /calls/],
    ['{"calls":[{"tool":"weather"}]}', /\/calls\/0\/args/],
    ['{"calls":[{"tool":"weather","args":[1]}]}', /\/calls\/0\/args/],
    ['{"calls":[{"tool":"x","args":{}}]}', /unknown tool "x"; there are weather, time/],
    ['', /not one JSON object/],
  ])('is read strictly: %s', (text, problem) => {
    const said = readTextSaid(text, tools)
    expect(said).toHaveProperty('problems')
    expect('problems' in said ? said.problems.join('; ') : '').toMatch(problem)
  })
})

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
    server = await answeringServer(answers)
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
    expect(callIdsOf(reply.messages)).toEqual([['weather_0', 'time_1'], []])
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

it('what is missing is told at the first attempt', async () => {
  vi.stubEnv('TRACEWRIGHT_MODEL', '')
  await expect(fromModel().run(request())).rejects.toThrow(/`model` is missing/)
  vi.stubEnv('TRACEWRIGHT_MODEL', 'openai:x')
  vi.stubEnv('OPENAI_API_KEY', '')
  await expect(fromModel().run(request())).rejects.toThrow('missing API key: set OPENAI_API_KEY.')
  vi.unstubAllEnvs()
})
