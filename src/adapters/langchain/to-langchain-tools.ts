import { type DynamicStructuredTool, tool } from 'langchain'
import type { AgentTool } from '../../schema/agent.ts'
import type { JsonObject } from '../../shared/json.ts'
import { answerText } from '../tool-answer.ts'

/**
 * LangChain tools that call ours over the wire. A refusal of the tool comes back to the model as its text, so
 * that it can mend the call; anything else that goes wrong is thrown.
 */
export const toLangChainTools = (tools: readonly AgentTool[]): DynamicStructuredTool[] =>
  tools.map(({ name, description, inputSchema, invoke }) =>
    tool(
      async (args, config) => {
        const { toolCall, signal } = (config ?? {}) as { toolCall?: { id?: string }; signal?: AbortSignal }
        return answerText({ invoke }, args as JsonObject, { callId: toolCall?.id, signal })
      },
      { name, description, schema: inputSchema as never },
    ),
  ) as unknown as DynamicStructuredTool[]
