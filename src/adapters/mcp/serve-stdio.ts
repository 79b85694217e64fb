import { type Readable, Transform, type Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { AgentTool } from '../../schema/agent.ts'
import { describeThrown } from '../../shared/errors.ts'
import { toMcpServer } from './to-mcp-server.ts'

const NEWLINE = 10

/**
 * Passes lines on, each when it is whole. A line that is too long is dropped, and is never held in memory.
 *
 * @param maxBytes Bytes that a line may have, its end left out
 */
function limitLines(maxBytes: number, onTooLong: () => void): Transform {
  let held: Buffer[] = []
  let size = 0
  const take = (part: Buffer): void => {
    size += part.length
    if (size <= maxBytes) held.push(part)
    else held = []
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        take(chunk.subarray(start, end))
        if (size > maxBytes) onTooLong()
        else this.push(Buffer.concat([...held, chunk.subarray(end, end + 1)]))
        held = []
        size = 0
        start = end + 1
      }
      take(chunk.subarray(start))
      done()
    },
  })
}

/** What a run is served with over standard input and output. */
export interface StdioRun {
  tools: readonly AgentTool[]
  /** What the agent is asked; without it no prompt can be fetched. */
  prompt?: string | undefined
  /** Bytes of one message. */
  maxBytes: number
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
  { tools, prompt, maxBytes, end }: StdioRun,
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
        throw new McpError(ErrorCode.InvalidParams, `unknown prompt "${name}": expected "${TASK}"`)
      return { messages: [{ role: 'user', content: { type: 'text', text: prompt } }] }
    })
  }
  server.setRequestHandler(endRequest, async ({ params = {} }) => {
    const { _meta, ...said } = params
    try {
      return await end(said)
    } catch (error) {
      throw new McpError(ErrorCode.InvalidParams, describeThrown(error))
    }
  })
  // Nobody knows which request a message was that nobody read, so the refusal names none.
  const refuse = (code: ErrorCode, message: string): void => {
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`)
  }
  server.onerror = (error) => {
    if (error instanceof SyntaxError) refuse(ErrorCode.ParseError, 'the message is not JSON')
    // The protocol's package may have a zod of its own.
    else if (/ZodError$/.test(error.name)) refuse(ErrorCode.InvalidRequest, 'the message is not JSON-RPC')
  }
  const lines = limitLines(maxBytes, () =>
    refuse(ErrorCode.InvalidRequest, `the message has more than ${maxBytes} bytes`),
  )
  const gone = new Promise<void>((resolve) => {
    lines.once('end', resolve)
    input.once('close', () => lines.end())
    server.onclose = resolve
  })
  input.pipe(lines)
  // Its own limit is over the line and its end, which are all that it is ever handed.
  await server.connect(new StdioServerTransport(lines, output, { maxBufferSize: maxBytes + 1 }))
  await gone
  await server.close()
}
