import { describe, expect, it } from 'vitest'
import { callTool } from '../../../src/adapters/call-tool.ts'
import { toChatTools, toResponsesTools, toRunnableTools } from '../../../src/adapters/openai/index.ts'
import type { InvokeOptions } from '../../../src/schema/agent.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { createWeatherTool } from '../../support/weather-tool.ts'

const NOT_AN_OBJECT = { code: 'malformed_arguments', message: 'the arguments are not a JSON object' }

const call = (name: string, args: string) => ({
  id: 'call_a',
  type: 'function' as const,
  function: { name, arguments: args },
})

describe('a call that an OpenAI model asks for', () => {
  it('is made under its id, from a completion, a response and Gemini', async () => {
    const made: [JsonObject, InvokeOptions | undefined][] = []
    const tools = [createWeatherTool(made)]
    expect(await callTool(tools, call('get_weather', '{"city":"Oslo"}'))).toBe('{"temperature_celsius":21.5}')
    const asked = {
      type: 'function_call',
      call_id: 'call_b',
      name: 'get_weather',
      arguments: '{"city":"Rome"}',
    } as const
    expect(await callTool(tools, asked)).toBe('{"temperature_celsius":21.5}')
    await callTool(tools, { name: 'get_weather', args: { city: 'Lima' } })
    expect(made).toEqual([
      [{ city: 'Oslo' }, { callId: 'call_a' }],
      [{ city: 'Rome' }, { callId: 'call_b' }],
      [{ city: 'Lima' }, {}],
    ])
  })

  it.each([
    ['get_wether', '{}', { code: 'not_found', message: 'unknown tool "get_wether"; there are get_weather' }],
    ['get_weather', '{"city":', NOT_AN_OBJECT],
    ['get_weather', '["Oslo"]', NOT_AN_OBJECT],
    ['get_weather', '{"city":"Nowhere"}', { code: 'unprocessable', message: 'no such city' }],
  ])('of %s with %s is answered by what is wrong with it', async (name, args, error) => {
    expect(JSON.parse(await callTool([createWeatherTool()], call(name, args)))).toEqual({ error })
  })

  it('does not hide what is no refusal', async () => {
    await expect(callTool([createWeatherTool()], call('get_weather', '{"city":"Crash"}'))).rejects.toThrow(
      'fetch failed',
    )
  })
})

it('definitions hold name, description and schema', () => {
  const { name, description, inputSchema: parameters } = createWeatherTool()
  expect(toChatTools([createWeatherTool()])).toEqual([
    { type: 'function', function: { name, description, parameters } },
  ])
  expect(toResponsesTools([createWeatherTool()])).toEqual([
    { type: 'function', name, description, parameters, strict: false },
  ])
})

it('turns are those of the first runner: those of another conversation cannot be compared with them', async () => {
  const made: [JsonObject, InvokeOptions | undefined][] = []
  const [tool] = toRunnableTools([createWeatherTool(made)])
  const runner = (turns: number) => ({
    messages: Array.from({ length: turns }, () => ({ role: 'assistant' })),
    controller: new AbortController(),
  })
  const outer = runner(2)
  await tool?.function.function('{"city":"Oslo"}', outer)
  await tool?.function.function('{"city":"Rome"}', runner(1))
  outer.messages.push({ role: 'assistant' })
  await tool?.function.function('{"city":"Lima"}', outer)
  expect(made.map(([, options]) => options?.turn)).toEqual([1, undefined, 2])
})
