import { type FunctionTool, tool } from '@openai/agents'
import type { AgentTool } from '../../schema/agent.ts'
import type { JsonObject } from '../../shared/json.ts'
import { answerText } from '../tool-answer.ts'

/** Tools of the OpenAI Agents SDK that call ours over the wire. A refusal of the tool comes back to the model. */
export const toOpenAIAgentsTools = (tools: readonly AgentTool[]): FunctionTool[] =>
  tools.map(({ name, description, inputSchema, invoke }) =>
    tool({
      name,
      description,
      // Its type wants a schema written out; a strict one would have to name every property as required.
      parameters: inputSchema as never,
      strict: false,
      async execute(args, _context, details) {
        const { toolCall, signal } = details ?? {}
        return answerText({ invoke }, args as JsonObject, { callId: toolCall?.callId, signal })
      },
    }),
  )
