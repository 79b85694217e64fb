import { type DynamicStructuredTool, tool } from 'langchain'
import type { AgentTool } from '../../schema/agent.ts'
import type { JsonObject } from '../../shared/json.ts'
import { refusalText } from '../refusal-text.ts'

/**
 * LangChain tools that call ours over the wire. A refusal of the tool comes back to the model as its text, so
 * that it can mend the call; anything else that goes wrong is thrown.
 */
export const toLangChainTools = (tools: readonly AgentTool[]): DynamicStructuredTool[] =>
  tools.map(({ name, description, inputSchema, invoke }) =>
    tool(
      async (args, config) => {
        const callId = (config as { toolCall?: { id?: string } } | undefined)?.toolCall?.id
        const signal = (config as { signal?: AbortSignal } | undefined)?.signal
        try {
          const output = await invoke(args as JsonObject, {
            ...(callId === undefined ? {} : { callId }),
            ...(signal === undefined ? {} : { signal }),
          })
          return JSON.stringify(output)
        } catch (error) {
          return refusalText(error)
        }
      },
      { name, description, schema: inputSchema as never },
    ),
  ) as unknown as DynamicStructuredTool[]
