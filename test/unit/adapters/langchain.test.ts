import { AIMessage, type StandardMessageStructure } from '@langchain/core/messages'
import { createAgent, tool } from 'langchain'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fromLangChain, toLangChainTools } from '../../../src/adapters/langchain/index.ts'
import { runAttempt } from '../../../src/run/attempt/run-attempt.ts'
import type { InvokeOptions } from '../../../src/schema/agent.ts'
import { buildOnlyTurn } from '../../../src/schema/conversation.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { readServedRegistry } from '../../../src/tools/served.ts'
import { findLastAnswer, indexTurns, listCallIds, sumMessageUsage } from '../../../src/trace/messages.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { createWeatherTool } from '../../support/weather-tool.ts'
import { taskOf } from '../scoring/tasks.ts'

type Script = { calls?: { name: string; args: object }[]; text?: string }[]

/** Says what the script says, one entry a turn. */
const scripted = (script: Script) =>
  new ScriptedModel((_, call) => {
    const { calls = [], text = '' } = script[call - 1] ?? {}
    return new AIMessage<StandardMessageStructure>({
      content: text,
      tool_calls: calls.map(({ name, args }, i) => ({
        ...{ name, args: { ...args }, id: `${call - 1}-${i}` },
        type: 'tool_call' as const,
      })),
      usage_metadata: { input_tokens: 10, output_tokens: 2, total_tokens: 12 },
    })
  })

async function run(script: Script) {
  const made: [JsonObject, InvokeOptions | undefined][] = []
  const model = scripted(script)
  const agent = fromLangChain({ name: 'scripted' }, (tools) => createAgent({ model, tools }))
  const reply = agent.run({
    prompt: 'Weather?',
    ...buildOnlyTurn('Weather?'),
    tools: [createWeatherTool(made)],
    signal: new AbortController().signal,
    attempt: 0,
  })
  return { made, model, reply: (await reply) as { messages: unknown[] } }
}

describe('the LangChain adapter', () => {
  it('hands tools over, and reads turns, usage and answer from the messages', async () => {
    const { made, model, reply } = await run([
      {
        calls: [
          { name: 'get_weather', args: { city: 'Oslo' } },
          { name: 'get_weather', args: { city: 'Lima' } },
        ],
      },
      { calls: [{ name: 'get_weather', args: { city: 'Rome' } }] },
      { text: 'ANSWER: 21.5' },
    ])
    expect(made.map(([args, options]) => [args.city, options?.callId])).toEqual([
      ['Oslo', '0-0'],
      ['Lima', '0-1'],
      ['Rome', '1-0'],
    ])
    expect(model.asked[1]?.prompt).toBe('{"temperature_celsius":21.5}')
    expect([...indexTurns(listCallIds(reply.messages))]).toEqual([
      ['0-0', 0],
      ['0-1', 0],
      ['1-0', 1],
    ])
    expect(sumMessageUsage(reply.messages)).toEqual({ input_tokens: 30, output_tokens: 6, model_calls: 3 })
    expect(findLastAnswer(reply.messages)).toBe('ANSWER: 21.5')
  })

  it('lets the model read a refusal of the tool', async () => {
    const { model } = await run([
      { calls: [{ name: 'get_weather', args: { city: 'Nowhere' } }] },
      { text: 'Sorry.' },
    ])
    expect(JSON.parse(model.asked[1]?.prompt ?? '')).toEqual({
      error: { code: 'unprocessable', message: 'no such city' },
    })
  })

  it('does not hide what is no refusal', async () => {
    const [tool] = toLangChainTools([createWeatherTool()])
    await expect(tool?.invoke({ city: 'Crash' })).rejects.toThrow('fetch failed')
  })

  it('keeps name, description and schema of a tool', () => {
    const [tool] = toLangChainTools([createWeatherTool()])
    expect(tool).toMatchObject({
      name: 'get_weather',
      description: 'Weather of a city.',
      schema: { required: ['city'] },
    })
  })
})

describe('calls of tools that the task does not offer', () => {
  const note = tool(async () => 'noted', {
    ...{ name: 'own_note', description: 'Keeps a note', schema: z.object({ city: z.string() }) },
  })
  const task = taskOf([['get_weather', { city: 'Oslo' }]])
  const scoreOf = async (...names: string[]) => {
    const model = scripted([
      ...names.map((name) => ({ calls: [{ name, args: { city: 'Oslo' } }] })),
      { text: 'Done.' },
    ])
    const agent = fromLangChain({ name: 'scripted' }, (tools) =>
      createAgent({ model, tools: [...tools, note] as typeof tools }),
    )
    const { trace } = await runAttempt(agent, task, { registry: readServedRegistry(), wire: 'direct' })
    return { trace, score: scoreTrace(task, trace, readServedRegistry()) }
  }

  it('an invented tool is named, as where its call goes over the wire', async () => {
    const { trace, score } = await scoreOf('get_forcast')
    expect(trace.calls).toMatchObject([{ tool_name: 'get_forcast', status: 404, turn: 0 }])
    expect(score).toMatchObject({
      cause: 'hallucinated-tool',
      reason: expect.stringContaining('the agent called "get_forcast", which it was not offered'),
    })
  })

  it("a tool of the agent's own is said to be its own, and costs nothing", async () => {
    const { trace, score } = await scoreOf('own_note')
    expect(trace).toMatchObject({ calls: [], own_tools: ['own_note'] })
    expect(score).toMatchObject({
      cause: 'missing-call',
      reason: 'step_1 get_weather: it was never called; the agent called own_note, a tool of its own',
    })
    expect((await scoreOf('own_note', 'get_weather')).score).toMatchObject({ solved: true })
  })
})
