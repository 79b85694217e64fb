import type { Json, JsonObject } from '../../shared/json.ts'
import { hasLiveTools, noteReadOnly } from '../../tools/served.ts'
import { ToolCallError } from '../../tools/tool-call-error.ts'
import { parseAnswer } from '../../trace/import/values.ts'
import { noteOwnTool } from '../bodies.ts'
import { answerOpenCall, openOwnCall } from '../own-call.ts'

const PATCHED = Symbol.for('tracewright.seam')

interface CallParams {
  name: string
  arguments?: Record<string, unknown>
}
interface CallResult {
  structuredContent: unknown
  content: readonly { text?: string }[]
  isError: boolean
}
type CallTool = (this: unknown, params: CallParams, ...rest: unknown[]) => Promise<unknown>

/** An output as a server would send it. */
const buildResult = (output: unknown): object => ({
  content: [{ type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output as Json) }],
  ...(typeof output === 'object' && output !== null ? { structuredContent: output } : {}),
})

/** The output in what a server sent. @throws Error where it sent an error */
function readResult(returned: unknown): unknown {
  const { structuredContent, content = [], isError } = returned as Partial<CallResult>
  if (isError) throw new Error(content.flatMap(({ text }) => text ?? []).join('\n'))
  return structuredContent ?? (content.length === 0 ? '' : parseAnswer(content))
}

/** A refusal as a server would send it: the model reads it. */
const buildErrorResult = (error: Error): object => ({
  isError: true,
  content: [{ type: 'text', text: error.message }],
})

interface McpClient {
  callTool: CallTool & { [PATCHED]?: true }
  connect(...given: unknown[]): Promise<void>
  listTools(...given: unknown[]): Promise<{
    tools: readonly {
      name: string
      description?: string
      inputSchema?: unknown
      annotations?: { readOnlyHint?: boolean }
    }[]
  }>
}

/** Has the calls of every MCP client answered, whatever its transport. */
export function patch({ Client }: { Client: { prototype: McpClient } }): void {
  const own = Client.prototype.callTool
  if (own[PATCHED]) return
  const callTool: CallTool = function (params, ...rest) {
    const args = params.arguments ?? {}
    noteOwnTool(params.name, {
      run: (given) => own.call(this, { name: params.name, arguments: given }),
      readOutput: readResult,
      source: this,
    })
    const call = { tool: params.name, args, writeOutput: buildResult, readOutput: readResult }
    return openOwnCall(call, () => answerOpenCall(args, () => own.call(this, params, ...rest))).catch(
      (error: unknown) => {
        if (error instanceof ToolCallError) return buildErrorResult(error)
        throw error
      },
    )
  }
  const { connect, listTools } = Client.prototype
  Client.prototype.connect = async function (...given) {
    await connect.apply(this, given)
    // A reference calls tools before the agent asks for them. A server may have none.
    if (hasLiveTools()) await this.listTools().catch(() => {})
  }
  Client.prototype.listTools = async function (...given) {
    const listed = await listTools.apply(this, given)
    for (const { name, annotations, description, inputSchema: schema } of listed.tools) {
      if (annotations?.readOnlyHint) noteReadOnly(name)
      const run = (args: JsonObject): unknown => own.call(this, { name, arguments: args })
      noteOwnTool(name, { run, source: this, readOutput: readResult, description, schema })
    }
    return listed
  }
  Client.prototype.callTool = Object.assign(callTool, { [PATCHED]: true as const })
}
