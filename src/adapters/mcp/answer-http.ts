import type { IncomingMessage, ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { AgentTool } from '../../schema/agent.ts'
import { parseJsonOr } from '../../shared/parse-json.ts'
import { toMcpServer } from './to-mcp-server.ts'

/**
 * Answers one request of an MCP client over streamable HTTP, without sessions: the tools hold the state.
 *
 * @param body Text of the request's body, which has been read
 */
export async function answerMcp(
  tools: readonly AgentTool[],
  { request, response, body }: { request: IncomingMessage; response: ServerResponse; body: string },
): Promise<void> {
  const server = toMcpServer(tools)
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.once('close', () => void server.close())
  await server.connect(transport as Transport)
  // A text that is not JSON is for the transport to refuse.
  await transport.handleRequest(request, response, parseJsonOr(body, body))
}
