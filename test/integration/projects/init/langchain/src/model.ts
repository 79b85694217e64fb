import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, isAIMessage, isToolMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'

const MODEL_URL = process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1'

const written = (message: BaseMessage) => {
  if (isToolMessage(message))
    return { role: 'tool', tool_call_id: message.tool_call_id, content: message.content }
  if (!isAIMessage(message)) return { role: 'user', content: message.content }
  const calls = message.tool_calls ?? []
  const tool_calls = calls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  return { role: 'assistant', content: message.content, ...(calls.length > 0 ? { tool_calls } : {}) }
}

/** A model behind an endpoint of chat completions. */
export class EndpointModel extends BaseChatModel {
  override _llmType(): string {
    return 'endpoint'
  }

  override bindTools(): this {
    return this
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const response = await fetch(`${MODEL_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: process.env.MODEL ?? 'gpt-5', messages: messages.map(written) }),
    })
    const { choices } = await response.json()
    const { content, tool_calls: calls = [] } = choices[0].message
    const tool_calls = calls.map((call: { id: string; function: { name: string; arguments: string } }) => ({
      id: call.id,
      name: call.function.name,
      args: JSON.parse(call.function.arguments),
    }))
    return { generations: [{ text: '', message: new AIMessage({ content: content ?? '', tool_calls }) }] }
  }
}
