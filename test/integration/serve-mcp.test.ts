import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, it } from 'vitest'
import { answerMcp } from '../../src/adapters/mcp/answer-http.ts'
import { serveStdio } from '../../src/adapters/mcp/serve-stdio.ts'
import { runTools } from '../../src/serve/run-tools.ts'
import { loadSuite } from '../../src/suites/load/load.ts'
import { serveTasks } from '../support/served.ts'

const tasks = loadSuite(resolve(import.meta.dirname, 'projects/basic/unsimulated.jsonl')).map(
  ({ task }) => task,
)

const textOf = (result: unknown): string => (result as { content: [{ text: string }] }).content[0].text

it('serves the tools of a run to an MCP client over HTTP, and takes its calls down in that run', async () => {
  const server = await serveTasks(
    tasks,
    {},
    {
      mcp: async (run, { request, response, body }) =>
        await answerMcp(runTools(run), { request, response, body: await body() }),
    },
  )
  try {
    const open = async () => (await server.ask('POST', '/runs', { task_id: 'L0_weather' })).body
    const [run, other] = [await open(), await open()]
    const client = new Client({ name: 'desk', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(run.mcp)) as Transport)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['get_weather', 'send_email'])
    const weather = JSON.parse(
      textOf(await client.callTool({ name: 'get_weather', arguments: { city: 'Oslo' } })),
    )
    const refused = await client.callTool({ name: 'get_weather', arguments: {} })
    expect(refused).toMatchObject({ isError: true })
    expect(textOf(refused)).toContain('missing required parameter')
    await client.close()
    const answer = `ANSWER: ${weather.temperature_celsius}`
    const { body } = await server.ask('POST', `/runs/${run.run}/end`, { answer })
    expect(body).toMatchObject({
      trace: { calls: [{ status: 200 }, { status: 400 }] },
      verdict: { solved: true },
    })
    expect((await server.ask('GET', `/runs/${other.run}`)).body.calls).toBe(0)

    // Whoever has the address of the tools has neither the run nor what it expects.
    expect(run.mcp).not.toContain(run.run)

    // What is no message of the protocol is refused by it, and a GET asks for a stream that there is none of.
    const said = await server.ask('POST', new URL(other.mcp).pathname, '{"jsonrpc":', {
      accept: 'application/json, text/event-stream',
    })
    expect(said).toMatchObject({ status: 400, body: { jsonrpc: '2.0' } })
    expect(await server.ask('GET', new URL(other.mcp).pathname)).toMatchObject({ status: 405 })
    const late = new Client({ name: 'desk', version: '1' })
    await late.connect(new StreamableHTTPClientTransport(new URL(run.mcp)) as Transport)
    const gone = await late.callTool({ name: 'get_weather', arguments: { city: 'Oslo' } })
    expect(gone).toMatchObject({ isError: true })
    expect(textOf(gone)).toContain('the run has ended')
    await late.close()
    expect(server.problems).toEqual([])
  } finally {
    await server.close()
  }
})

it('does not outlive a client at the other end of a pipe', async () => {
  const input = new PassThrough()
  const served = serveStdio(
    { tools: [], maxBytes: 1000, end: async () => ({}) },
    { input, output: new PassThrough() },
  )
  input.end()
  await served
})

it('refuses messages that are too long or unreadable over a pipe, and reads on', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const served = serveStdio({ tools: [], maxBytes: 1000, end: async () => ({}) }, { input, output })
  const ping = (id: number, more = '') =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: { more } })
  const long = ping(1, 'x'.repeat(1000))
  input.write(long.slice(0, 900))
  input.write(`${long.slice(900)}\n${ping(2)}\n{"jsonrpc":\n`)
  input.write(`{"no":"JSON-RPC"}\n${ping(3, 'x'.repeat(1000 - ping(3).length))}\n${ping(4)}`)
  input.end('\n')
  await served
  const answers = String(output.read())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'the message has more than 1000 bytes' } },
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'the message is not JSON' } },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'the message is not JSON-RPC' } },
    ...[2, 3, 4].map((id) => ({ jsonrpc: '2.0', id, result: {} })),
  ])
})
