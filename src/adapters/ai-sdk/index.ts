import { jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai'
import type { Agent, AgentRequest, AgentTool } from '../../schema/agent.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { markHanded } from '../handed-tools.ts'
import { readFromAnswers } from '../model-answers.ts'
import { keepMessages, readThreadMessages } from '../thread-messages.ts'
import { formatRefusal } from '../tool-answer.ts'

/**
 * Tools of the AI SDK that call ours over the wire, by their names. A refusal of the tool comes back to the model, so
 * that it can repair the call; anything else that goes wrong is thrown.
 */
export const toAiSdkTools = (tools: readonly AgentTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, inputSchema, invoke }) => [
      name,
      markHanded(
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
              return formatRefusal(error)
            }
          },
        }),
      ),
    ]),
  )

/** A request for approval, as far as it is used here. */
interface ApprovalPart {
  type: 'tool-approval-request'
  approvalId: string
  toolCall: { toolName: string; input?: unknown }
}

const isApproval = (part: { type: string }): part is ApprovalPart => part.type === 'tool-approval-request'

/** What the user says to the requests for approval of a step; undefined where it has none. */
async function collectApprovalAnswers(
  step: { content?: readonly { type: string }[] } | undefined,
  user: AgentRequest['user'],
): Promise<ModelMessage | undefined> {
  const requests = (step?.content ?? []).filter(isApproval)
  if (requests.length === 0) return undefined
  const content = []
  for (const { approvalId, toolCall } of requests) {
    const args = isObject(toolCall.input as Json) ? (toolCall.input as JsonObject) : {}
    const { approved, say } = await user.approve({ tool: toolCall.toolName, arguments: args })
    content.push({
      type: 'tool-approval-response' as const,
      approvalId,
      approved,
      ...(say === undefined ? {} : { reason: say }),
    })
  }
  return { role: 'tool', content }
}

/** What the agent is asked, in the AI SDK's terms. */
interface AiSdkRequest {
  /** What the user says now. */
  prompt: string
  /** The conversation with its tool calls and approvals; hand it on in place of the prompt where there is more than one turn. */
  messages: ModelMessage[]
  /** The tools of the task, by name; hand them on as `tools`. */
  tools: ToolSet
  /** Aborted when the time for the case is over; hand it on as `abortSignal`. */
  signal: AbortSignal
}

/** A call of a tool, as far as it is used here. */
interface ToolCallId {
  /** Id that the SDK gave the call. */
  toolCallId: string
}

/** A step of the AI SDK, as far as it is used here. */
interface AiSdkStep {
  /** Mastra, which takes the same tools, has each call in a `payload`. */
  toolCalls: readonly (ToolCallId | { payload: ToolCallId })[]
  /** Tokens of the step; undefined where the provider does not count them. */
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }
  /** Names the model that answered. */
  response: { modelId?: string }
  /** What the model gave, requests for approval among it. */
  content?: readonly { type: string }[]
}

/** What `generateText`, `streamText` and an agent's `generate` or `stream` give, as far as it is used here. */
interface AiSdkResult {
  /** What the agent says at the end. */
  text: string | PromiseLike<string>
  /** The object or list of an `output` setting; a text without that setting. Reading it may throw. */
  readonly output?: unknown
  /** One for each answer of the model, in order. */
  steps: readonly AiSdkStep[] | PromiseLike<readonly AiSdkStep[]>
  /** Messages of all steps, which the next turn goes on from: in AI SDK 7. */
  responseMessages?: readonly ModelMessage[] | PromiseLike<readonly ModelMessage[]>
  /** The last response; in AI SDK 6 its messages are those of all steps. */
  response?: AiSdkResponse | PromiseLike<AiSdkResponse>
}

/** The last response, as far as it is used here. */
interface AiSdkResponse {
  /** Messages of the assistant and of the tools, in order. */
  messages?: readonly ModelMessage[]
}

/** Name and note of the agent. */
export interface AsAiSdkAgentOptions {
  /** Shown in reports. */
  name: string
  /** What reports show next to the name. */
  note?: string
}

/** Rounds of approvals in one turn. */
const MAX_ROUNDS = 20
const STUCK =
  'Failed to resume after an approval: the agent repeats the same request. Pass `messages` to the model instead of `prompt`.'

/** The output that the model was held to; undefined where it is text, or the model gave none that fits. */
async function readStructured(result: AiSdkResult): Promise<JsonObject | undefined> {
  try {
    const output = await result.output
    return typeof output === 'object' && output !== null ? (output as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/**
 * Connects an agent that is built with the AI SDK. The function gets the prompt and the task's tools,
 * and gives what the AI SDK gave; turns, usage and the final answer are read from its steps. Where a tool needs approval the
 * user is asked, and the function is called again with their answer in `messages`.
 *
 * @example
 * export default fromAiSdk({ name: 'support' }, ({ prompt, tools, signal }) =>
 *   generateText({ model, tools, prompt, stopWhen: stepCountIs(20), abortSignal: signal }),
 * )
 */
export function fromAiSdk(
  { name, note }: AsAiSdkAgentOptions,
  ask: (asked: AiSdkRequest) => AiSdkResult | PromiseLike<AiSdkResult>,
): Agent {
  return {
    name,
    ...(note === undefined ? {} : { note }),
    async run({ prompt, tools, signal, thread, user }) {
      const sdkTools = toAiSdkTools(tools)
      let messages: ModelMessage[] = [
        ...readThreadMessages<ModelMessage>(thread),
        { role: 'user', content: prompt },
      ]
      const steps: AiSdkStep[] = []
      let result: AiSdkResult
      let answers: ModelMessage | undefined
      for (let round = 0; ; round++) {
        if (round === MAX_ROUNDS) throw new TracewrightError(STUCK)
        result = await ask({ prompt, messages: [...messages], tools: sdkTools, signal })
        const made = await result.steps
        steps.push(...made)
        const said = (await result.responseMessages) ?? (await result.response)?.messages ?? []
        messages = [...messages, ...said]
        answers = await collectApprovalAnswers(made.at(-1), user)
        if (answers === undefined) break
        messages = [...messages, answers]
      }
      keepMessages(thread, messages)
      return {
        answer: (await readStructured(result)) ?? (await result.text),
        ...readFromAnswers(
          steps.map(({ toolCalls, usage, response }) => ({
            calls: toolCalls.map((call) => ('payload' in call ? call.payload : call).toolCallId),
            input: usage.inputTokens,
            output: usage.outputTokens,
            model: response.modelId,
          })),
        ),
      }
    },
  }
}
