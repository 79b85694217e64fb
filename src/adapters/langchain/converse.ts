import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import {
  type AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import type { Throttle } from '../../models/throttle.ts'
import type { AgentReply, AgentRequest, AgentTool } from '../../schema/agent.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { keepMessages, readThreadMessages } from '../thread-messages.ts'
import { answerText, describeUnknownTool, formatRefusedCall } from '../tool-answer.ts'

/** A model at work, and how it is asked. */
export interface ModelLoop {
  readonly model: BaseChatModel
  readonly throttle: Throttle
  readonly system: string | undefined
  /** Messages of the model after which it is ended. */
  readonly maxTurns: number
}

/** What a model is asked first: in a conversation after all that was said before. */
function buildOpening(
  { system }: ModelLoop,
  { prompt, thread }: Pick<AgentRequest, 'prompt' | 'thread'>,
): { messages: BaseMessage[]; before: number } {
  const before = readThreadMessages<BaseMessage>(thread)
  if (before.length > 0) return { messages: [...before, new HumanMessage(prompt)], before: before.length }
  const instructions = system === undefined ? [] : [new SystemMessage(system)]
  return { messages: [...instructions, new HumanMessage(prompt)], before: 0 }
}

const buildFunctionTool = ({ name, description, inputSchema: parameters }: AgentTool) => ({
  type: 'function' as const,
  function: { name, description, parameters },
})

/**
 * Lets a model work until it calls no more tool.
 *
 * @throws TracewrightError for a model without tool calling
 */
export async function converse(
  loop: ModelLoop,
  { prompt, tools, signal, thread }: AgentRequest,
): Promise<AgentReply> {
  const { model, throttle, maxTurns } = loop
  if (model.bindTools === undefined)
    throw new TracewrightError(
      `Failed to ask the model ${model._llmType()}: its LangChain class has no tool calling. Name a model that calls tools.`,
    )
  const bound = model.bindTools(tools.map(buildFunctionTool))
  const { messages, before } = buildOpening(loop, { prompt, thread })
  for (let turn = 0; turn < maxTurns; turn++) {
    const said = (await throttle.request(() => bound.invoke(messages, { signal }), signal)) as AIMessage
    const calls = said.tool_calls ?? []
    // Some providers give calls no ids; results have to name theirs.
    for (const [i, call] of calls.entries()) call.id ??= `call_${before + turn}_${i}`
    messages.push(said)
    const broken = said.invalid_tool_calls ?? []
    if (calls.length + broken.length === 0) {
      keepMessages(thread, messages)
      return { messages: messages.slice(before) }
    }
    const results = await Promise.all(
      calls.map(async ({ id = '', name, args }) => {
        const tool = tools.find((one) => one.name === name)
        const content =
          tool === undefined
            ? formatRefusedCall('not_found', describeUnknownTool(name, tools))
            : await answerText(tool, args as JsonObject, { callId: id, turn, signal })
        return new ToolMessage({ content, tool_call_id: id, name })
      }),
    )
    messages.push(
      ...results,
      ...broken.map(
        ({ id = '', error = 'the arguments are not a JSON object' }) =>
          new ToolMessage({ content: formatRefusedCall('malformed_arguments', error), tool_call_id: id }),
      ),
    )
  }
  throw new Error(`the model did not finish within ${maxTurns} messages`)
}
