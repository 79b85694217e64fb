import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type AIMessage, AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { z } from 'zod'

/** What the model was asked: the name of the shape wanted (empty for text), and the last message. */
export interface Asked {
  name: string
  prompt: string
}

/** An answer: a value for a tool call, or a whole message. */
export type Script = (asked: Asked, call: number) => AIMessage | { value: unknown }

const optionsSchema = z.looseObject({
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).min(1),
})

/** Text alone: it has no structured output. */
export class ScriptedTextModel extends BaseChatModel {
  readonly asked: Asked[] = []
  readonly #script: Script

  constructor(script: Script) {
    super({ maxRetries: 0 })
    this.#script = script
  }

  override _llmType(): string {
    return 'scripted'
  }

  override async _generate(messages: BaseMessage[], options: unknown): Promise<ChatResult> {
    const { data } = optionsSchema.safeParse(options)
    const name = data?.tools[0]?.function.name ?? ''
    const asked = { name, prompt: String(messages.at(-1)?.content) }
    this.asked.push(asked)
    const said = this.#script(asked, this.asked.length)
    const message = 'value' in said ? buildToolCall(name, JSON.stringify(said.value)) : said
    return { generations: [{ text: '', message }] }
  }
}

/** A model with tool calls, and so, by LangChain, with structured output. */
export class ScriptedModel extends ScriptedTextModel {
  override bindTools(tools: unknown[]) {
    return this.withConfig({ tools } as object)
  }
}

/** A message with one tool call; `finish` is why it ended. */
export const buildToolCall = (name: string, args: string, finish = 'tool_calls'): AIMessageChunk =>
  new AIMessageChunk({
    content: '',
    tool_call_chunks: [{ name, args, id: 'call_1', index: 0, type: 'tool_call_chunk' }],
    response_metadata: { finish_reason: finish },
    usage_metadata: { input_tokens: 7, output_tokens: 3, total_tokens: 10 } as never,
  })
