import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { z } from 'zod'
import { findOrder, refundOrder, say } from '../brain.ts'

export class Model extends BaseChatModel {
  override _llmType() {
    return 'scripted'
  }
  override bindTools() {
    return this as never
  }
  override async _generate(messages: BaseMessage[]) {
    const [first] = messages
    const said = say(
      first?.text ?? '',
      messages.filter((one) => ToolMessage.isInstance(one)).map((one) => one.text),
    )
    const content = 'text' in said ? said.text : ''
    const tool_calls = 'text' in said ? [] : said.calls.map((one) => ({ ...one, type: 'tool_call' as const }))
    return { generations: [{ text: content, message: new AIMessage({ content, tool_calls }) }] }
  }
}

/** Tools that the agent closes over. */
export const tools = [
  tool(findOrder, {
    name: 'find_order',
    description: 'Finds an order.',
    schema: z.object({ reference: z.string() }),
  }),
  tool(refundOrder, {
    name: 'refund_order',
    description: 'Pays back.',
    schema: z.object({ id: z.string(), amount: z.number() }),
  }),
]
