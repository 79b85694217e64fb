import { type AgentInputItem, type FunctionTool, tool } from '@openai/agents'
import type { Agent, AgentReply, AgentTool } from '../../schema/agent.ts'
import type { JsonObject } from '../../shared/json.ts'
import { readFromAnswers } from '../model-answers.ts'
import { keepMessages, readThreadMessages } from '../thread-messages.ts'
import { answerText } from '../tool-answer.ts'

/** Tools of the OpenAI Agents SDK that call tracewright's tools by HTTP. The model gets a refusal as the result. */
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

/** What the agent is asked, in the terms of the OpenAI Agents SDK. */
interface OpenAIAgentsRequest {
  /** What the user says now. */
  prompt: string
  /** The conversation with its tool calls; hand it on in place of the prompt where there is more than one turn. */
  input: AgentInputItem[]
  /** The tools of the task; hand them on as `tools` of the agent. */
  tools: FunctionTool[]
  /** Aborted when the time for the case is over. */
  signal: AbortSignal
}

/** An answer of the model, as far as it is used here. */
interface OpenAIAgentsResponse {
  /** Tokens of the answer. */
  usage: { inputTokens: number; outputTokens: number }
  /** Items of the answer: messages, tool calls, reasoning. */
  output: readonly unknown[]
  /** What the provider said beside it, the model's name among it. */
  providerData?: Record<string, unknown> | undefined
}

/** What `run` gives, streamed or not, as far as it is used here. */
interface OpenAIAgentsResult {
  /** Answers of the model, in order. */
  rawResponses: readonly OpenAIAgentsResponse[]
  /** What the agent says at the end: a text, or an object of its output type. */
  finalOutput?: unknown
  /** All of the conversation, for the next turn. */
  history?: readonly AgentInputItem[]
  /** Of a streamed run. */
  completed?: Promise<void>
}

/** Name and note of the agent. */
export interface AsOpenAIAgentOptions {
  /** Shown in reports. */
  name: string
  /** What reports show next to the name. */
  note?: string
}

const listCallIds = ({ output }: OpenAIAgentsResponse): string[] =>
  (output as readonly { type?: unknown; callId?: unknown }[]).flatMap(({ type, callId }) =>
    type === 'function_call' && typeof callId === 'string' ? [callId] : [],
  )

const readModelName = ({ providerData }: OpenAIAgentsResponse): string | undefined =>
  typeof providerData?.model === 'string' ? providerData.model : undefined

/** A text, or the object of an `outputType`. */
const readAnswer = (output: unknown): Exclude<AgentReply['answer'], undefined> =>
  output === undefined || output === null
    ? null
    : typeof output === 'object'
      ? (output as JsonObject)
      : String(output)

/**
 * Connects an agent that is built with the OpenAI Agents SDK. The function gets the prompt and the
 * task's tools, and gives what `run` gave; turns, usage and the final answer are read from its responses.
 *
 * @example
 * export default fromOpenAIAgents({ name: 'support' }, ({ prompt, tools, signal }) =>
 *   run(new Agent({ name: 'Support', instructions, tools }), prompt, { signal }),
 * )
 */
export function fromOpenAIAgents(
  { name, note }: AsOpenAIAgentOptions,
  ask: (asked: OpenAIAgentsRequest) => OpenAIAgentsResult | Promise<OpenAIAgentsResult>,
): Agent {
  return {
    name,
    ...(note === undefined ? {} : { note }),
    async run({ prompt, tools, signal, thread }) {
      const input = [
        ...readThreadMessages<AgentInputItem>(thread),
        { role: 'user' as const, content: prompt },
      ]
      const result = await ask({ prompt, input, tools: toOpenAIAgentsTools(tools), signal })
      await result.completed
      keepMessages(thread, result.history ?? input)
      return {
        answer: readAnswer(result.finalOutput),
        ...readFromAnswers(
          result.rawResponses.map((response) => ({
            calls: listCallIds(response),
            input: response.usage.inputTokens,
            output: response.usage.outputTokens,
            model: readModelName(response),
          })),
        ),
      }
    },
  }
}
