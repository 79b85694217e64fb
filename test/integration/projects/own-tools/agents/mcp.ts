import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { findOrder, refundOrder, say } from '../brain.ts'

async function connect(): Promise<Client> {
  const server = new McpServer({ name: 'shop', version: '1' })
  const answer = (value: object) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] })
  server.registerTool('find_order', { inputSchema: { reference: z.string() } }, async (input) =>
    answer(await findOrder(input)),
  )
  server.registerTool(
    'refund_order',
    { inputSchema: { id: z.string(), amount: z.number() } },
    async (input) => answer(await refundOrder(input)),
  )
  const [one, other] = InMemoryTransport.createLinkedPair()
  await server.connect(one)
  const client = new Client({ name: 'desk', version: '1' })
  await client.connect(other)
  return client
}

let client: Promise<Client> | undefined

/** A loop by hand over the tools of a server. */
export default {
  name: 'mcp',
  async run({ prompt }: { prompt: string }) {
    client ??= connect()
    const results: string[] = []
    for (;;) {
      const said = say(prompt, results)
      if ('text' in said) return said.text
      const connected = await client
      const made = said.calls.map(({ name, args }) => connected.callTool({ name, arguments: args }))
      for (const { content } of await Promise.all(made))
        results.push((content as { text: string }[])[0]?.text ?? '')
    }
  },
}
