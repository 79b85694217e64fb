import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { AgentTool } from '../../schema/agent.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { describeUnknownTool, formatOutput, formatRefusal } from '../tool-answer.ts'

async function answerToolCall(
  { invoke }: AgentTool,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const output = await invoke(args as JsonObject, { signal })
    return {
      content: [{ type: 'text', text: formatOutput(output) }],
      ...(isObject(output) ? { structuredContent: output } : {}),
    }
  } catch (error) {
    return { content: [{ type: 'text', text: formatRefusal(error) }], isError: true }
  }
}

/**
 * A server of the Model Context Protocol whose tools are ours. Connect it to any transport; for a client in the same
 * process there is `mcpTransport`.
 */
export function toMcpServer(tools: readonly AgentTool[]): Server {
  const server = new Server({ name: 'tracewright', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: inputSchema as Tool['inputSchema'],
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined)
      throw new McpError(ErrorCode.InvalidParams, describeUnknownTool(params.name, tools))
    return answerToolCall(tool, params.arguments ?? {}, signal)
  })
  return server
}
