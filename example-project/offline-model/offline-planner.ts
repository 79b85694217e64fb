import type { ToolDefinition } from '@langchain/core/language_models/base'
import {
  BaseChatModel,
  type BaseChatModelParams,
  type BindToolsInput,
} from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, type StandardMessageStructure } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { answerOf } from './answer.ts'
import { readHistory } from './history.ts'
import { nextCalls } from './next-calls.ts'
import { readTool, type ToolSpec } from './tool-spec.ts'

/** A rough count, four characters a token: there is no tokenizer behind this model. */
const estimateTokens = (text: string): number => Math.ceil(text.length / 4)

/**
 * A chat model without a model: it plans tool calls by rules, from the words of the prompt, the schemas of the
 * offered tools and the outputs so far. It needs no network and no key, and equal conversations get equal
 * answers. It knows English, no particular tool and no task; a real model should beat it.
 *
 * The planner keeps nothing between calls. Ids of its tool calls name the step of the plan, so that the
 * conversation alone says how far the plan has come.
 *
 * @example createAgent({ model: new OfflinePlanner(), tools })
 */
export class OfflinePlanner extends BaseChatModel {
  private readonly settings: BaseChatModelParams
  private readonly offered: readonly ToolSpec[]

  constructor(settings: BaseChatModelParams = {}, offered: readonly ToolSpec[] = []) {
    super(settings)
    this.settings = settings
    this.offered = offered
  }

  override _llmType(): string {
    return 'offline-planner'
  }

  /** A planner that may call the given tools. */
  override bindTools(tools: BindToolsInput[]): OfflinePlanner {
    const definitions = tools.map((tool) => convertToOpenAITool(tool) as ToolDefinition)
    return new OfflinePlanner(this.settings, definitions.map(readTool))
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const history = readHistory(messages)
    const { calls, skipped } = nextCalls(history, this.offered)
    const text = calls.length > 0 ? '' : answerOf(history.prompt, [...history.calls.values()], skipped)
    const input = estimateTokens(messages.map((message) => message.text).join('\n'))
    const output = estimateTokens(calls.length > 0 ? JSON.stringify(calls) : text)
    const message = new AIMessage<StandardMessageStructure>({
      content: text,
      tool_calls: calls.map((call) => ({ ...call, type: 'tool_call' as const })),
      usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output },
    })
    return { generations: [{ text, message }] }
  }
}
