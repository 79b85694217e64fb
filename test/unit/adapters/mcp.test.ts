import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { expect, it } from 'vitest'
import { mcpTransport } from '../../../src/adapters/mcp/index.ts'
import { createWeatherTool } from '../../support/weather-tool.ts'

async function connected(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(await mcpTransport([createWeatherTool()]))
  return client
}
const call = async (city: string) =>
  (await connected()).callTool({ name: 'get_weather', arguments: { city } })

it('lists the tools as they are', async () => {
  const { name, description, inputSchema } = createWeatherTool()
  expect((await (await connected()).listTools()).tools).toEqual([{ name, description, inputSchema }])
})

it('gives an output as text and as structure, and a refusal as an error of the tool', async () => {
  expect(await call('Oslo')).toEqual({
    content: [{ type: 'text', text: '{"temperature_celsius":21.5}' }],
    structuredContent: { temperature_celsius: 21.5 },
  })
  expect(await call('Nowhere')).toEqual({
    content: [{ type: 'text', text: '{"error":{"code":"unprocessable","message":"no such city"}}' }],
    isError: true,
  })
})

it.each([
  ['a text as it is', 'Sunny.', 'Sunny.'],
  ['a list as JSON', [1, 2], '[1,2]'],
])('gives %s, without structure', async (_, output, text) => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(await mcpTransport([{ ...createWeatherTool(), invoke: async () => output }]))
  expect(await client.callTool({ name: 'get_weather', arguments: {} })).toEqual({
    content: [{ type: 'text', text }],
  })
})

it('refuses a tool that is not there, naming those that are; what is no refusal is an error', async () => {
  const client = await connected()
  await expect(client.callTool({ name: 'get_wether' })).rejects.toThrow(
    'unknown tool "get_wether"; there are get_weather',
  )
  await expect(call('Crash')).rejects.toThrow('fetch failed')
})
