import type { Usage } from '../schema/trace.ts'

type MessageLike = {
  tool_calls?: { id?: string }[]
  usage_metadata?: { input_tokens?: number; output_tokens?: number }
  content?: unknown
  text?: unknown
  getType?: () => string
  type?: unknown
  role?: unknown
}

const roleOf = (message: MessageLike): string => {
  if (typeof message.getType === 'function') return message.getType()
  return String(message.type ?? message.role ?? '')
}

const isAssistant = (message: MessageLike): boolean =>
  ['ai', 'assistant', 'AIMessage'].includes(roleOf(message))

const asMessages = (messages: readonly unknown[]): MessageLike[] =>
  messages.filter((message): message is MessageLike => typeof message === 'object' && message !== null)

/** Assistant turn, from 0, of every tool call in a LangChain conversation, by the id of the call. */
export function turnsOf(messages: readonly unknown[]): Map<string, number> {
  const turns = new Map<string, number>()
  for (const [turn, message] of asMessages(messages).filter(isAssistant).entries()) {
    for (const call of message.tool_calls ?? []) if (call.id !== undefined) turns.set(call.id, turn)
  }
  return turns
}

/** Tokens and model calls that the assistant messages of a LangChain conversation report. */
export function usageOf(messages: readonly unknown[]): Usage {
  const assistant = asMessages(messages).filter(isAssistant)
  const total = (key: 'input_tokens' | 'output_tokens'): number =>
    assistant.reduce((sum, message) => sum + (message.usage_metadata?.[key] ?? 0), 0)
  return {
    input_tokens: total('input_tokens'),
    output_tokens: total('output_tokens'),
    model_calls: assistant.length,
  }
}

/** Text of the last assistant message, or null where there is none. */
export function answerOf(messages: readonly unknown[]): string | null {
  const last = asMessages(messages).filter(isAssistant).at(-1)
  if (last === undefined) return null
  if (typeof last.text === 'string') return last.text
  return typeof last.content === 'string' ? last.content : null
}
