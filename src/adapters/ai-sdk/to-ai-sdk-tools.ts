import { jsonSchema, type ToolSet, tool } from 'ai'
import type { AgentTool } from '../../schema/agent.ts'
import type { JsonObject } from '../../shared/json.ts'
import { refusalText } from '../tool-answer.ts'

/**
 * Tools of the AI SDK that call ours over the wire, by their names. A refusal of the tool comes back to the model, so
 * that it can mend the call; anything else that goes wrong is thrown.
 */
export const toAiSdkTools = (tools: readonly AgentTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, inputSchema, invoke }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<JsonObject>(inputSchema),
        async execute(args, { toolCallId, abortSignal }) {
          try {
            return await invoke(args, {
              callId: toolCallId,
              ...(abortSignal === undefined ? {} : { signal: abortSignal }),
            })
          } catch (error) {
            return refusalText(error)
          }
        },
      }),
    ]),
  )
