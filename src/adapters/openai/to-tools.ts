import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions'
import type { FunctionTool } from 'openai/resources/responses/responses'
import type { AgentTool } from '../../schema/agent.ts'

/** Definitions of the tools for `chat.completions.create`. */
export const toChatTools = (tools: readonly AgentTool[]): ChatCompletionFunctionTool[] =>
  tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))

/** Definitions of the tools for `responses.create`. A strict schema would have to name every property as required. */
export const toResponsesTools = (tools: readonly AgentTool[]): FunctionTool[] =>
  tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    parameters: inputSchema,
    strict: false,
  }))
