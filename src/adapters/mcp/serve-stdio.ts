import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { AgentTool } from '../../schema/agent.ts'
import { messageOf } from '../../shared/errors.ts'
import { toMcpServer } from './to-mcp-server.ts'

/** What a run is served with over standard input and output. */
export interface StdioRun {
  tools: readonly AgentTool[]
  /** What the agent is asked; without it there is no prompt to fetch. */
  prompt?: string | undefined
  /** Ends the run, with what the client says of its end, and gives what is told of it. */
  end(said: Record<string, unknown>): Promise<Record<string, unknown>>
}

/** Method of a request of ours: ends the run. */
const END = 'tracewright/end'
/** Name of the prompt. */
const TASK = 'task'

const endRequest = z.object({ method: z.literal(END), params: z.looseObject({}).optional() })

/**
 * Serves a run to the MCP client at the other end of standard input and output: its tools, the prompt of its task as the
 * prompt `task`, and the request `tracewright/end`.
 *
 * @returns Settles when the client has gone
 */
export async function serveStdio(
  { tools, prompt, end }: StdioRun,
  { input = process.stdin, output = process.stdout }: { input?: Readable; output?: Writable } = {},
): Promise<void> {
  const server = toMcpServer(tools)
  if (prompt !== undefined) {
    server.registerCapabilities({ prompts: {} })
    server.setRequestHandler(ListPromptsRequestSchema, () => ({
      prompts: [{ name: TASK, description: 'What the agent is asked to do.' }],
    }))
    server.setRequestHandler(GetPromptRequestSchema, ({ params: { name } }) => {
      if (name !== TASK)
        throw new McpError(ErrorCode.InvalidParams, `there is no prompt "${name}"; there is "${TASK}"`)
      return { messages: [{ role: 'user', content: { type: 'text', text: prompt } }] }
    })
  }
  server.setRequestHandler(endRequest, async ({ params = {} }) => {
    const { _meta, ...said } = params
    try {
      return await end(said)
    } catch (error) {
      throw new McpError(ErrorCode.InvalidParams, messageOf(error))
    }
  })
  const gone = new Promise<void>((resolve) => {
    input.once('end', resolve)
    input.once('close', resolve)
    server.onclose = resolve
  })
  await server.connect(new StdioServerTransport(input, output))
  await gone
  await server.close()
}
