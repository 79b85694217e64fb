import type { AgentTool } from '../../schema/agent.ts'
import { toolAnswer } from './call-tool.ts'

/** A tool for `chat.completions.runTools`. */
export interface RunnableTool {
  type: 'function'
  function: {
    name: string
    description: string
    parameters: Record<string, unknown>
    function: (
      args: string,
      runner: { messages: readonly { role: string }[]; controller: AbortController },
    ) => Promise<string>
  }
}

/**
 * Tools for `chat.completions.runTools`. It does not tell them the id of a call, so the turn is read from the runner's
 * messages: those of the first runner that calls one, since turns of two conversations cannot be compared.
 */
export function toRunnableTools(tools: readonly AgentTool[]): RunnableTool[] {
  let first: unknown
  return tools.map((tool) => ({
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description,
      parameters: tool.inputSchema,
      function(args, runner) {
        first ??= runner
        const turn = runner.messages.filter(({ role }) => role === 'assistant').length - 1
        const { signal } = runner.controller
        return toolAnswer(tool, args, { signal, ...(runner === first && turn >= 0 ? { turn } : {}) })
      },
    },
  }))
}
