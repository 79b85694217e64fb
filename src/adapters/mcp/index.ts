import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { AgentTool } from '../../schema/agent.ts'
import { toMcpServer } from './to-mcp-server.ts'

export { toMcpServer }

/**
 * A transport to a server in this process whose tools are ours, for the client that the agent uses in production.
 *
 * @example
 * const client = new Client({ name: 'support', version: '1' })
 * await client.connect(await mcpTransport(tools))
 */
export async function mcpTransport(tools: readonly AgentTool[]): Promise<Transport> {
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair()
  await toMcpServer(tools).connect(ofServer)
  return ofClient
}
