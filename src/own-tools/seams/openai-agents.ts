import { noteOwnTool } from '../bodies.ts'
import { answerOpenCall, openOwnCall } from '../own-call.ts'
import { listParameters, parseArguments } from '../parameters.ts'

interface ToolOptions {
  parameters?: unknown
  execute(input: unknown, ...rest: unknown[]): unknown
}
interface MadeTool {
  name: string
  description?: string
  parameters?: unknown
  invoke(context: unknown, input: string, details?: CallDetails): Promise<unknown>
}
interface CallDetails {
  toolCall?: { callId?: string }
  signal?: AbortSignal
}

export const names = ['tool']

/**
 * Has the tools answered that `tool()` of the OpenAI Agents SDK makes. A call begins at `invoke`, so that refused arguments
 * are recorded, and is answered at `execute`, so that errors go through the tool's `errorFunction`.
 */
export const patch = ({ tool }: { tool(options: ToolOptions): MadeTool }): Record<string, unknown> => ({
  tool(options: ToolOptions): MadeTool {
    const made = tool({
      ...options,
      execute: (input, ...rest) => answerOpenCall(input, () => options.execute(input, ...rest)),
    })
    noteOwnTool(made.name, {
      run: async (args) => options.execute(await parseArguments(options.parameters, args)),
      description: made.description,
      schema: made.parameters,
    })
    const { invoke } = made
    made.invoke = (context, input, details) =>
      openOwnCall(
        {
          tool: made.name,
          args: input,
          frameworkId: details?.toolCall?.callId,
          parameters: listParameters(made.parameters),
          signal: details?.signal,
        },
        () => invoke.call(made, context, input, details),
      )
    return made
  },
})
