import type { Usage } from '../schema/trace.ts'
import { type Fields, isFields, listField, textField } from './import/fields.ts'
import { langChainMessage } from './import/langchain-message.ts'
import { importedUsage as sumOf, tokensOf } from './import/usage.ts'

const assistantMessages = (messages: readonly unknown[]): Fields[] =>
  messages
    .flatMap((message) => langChainMessage(message) ?? [])
    .filter(({ kind }) => kind === 'ai')
    .map(({ fields }) => fields)

/** Assistant turn, from 0, of every tool call in a LangChain conversation, by the id of the call. */
export function turnsOf(messages: readonly unknown[]): Map<string, number> {
  const turns = new Map<string, number>()
  for (const [turn, message] of assistantMessages(messages).entries()) {
    for (const { id } of listField(message, 'tool_calls')) if (typeof id === 'string') turns.set(id, turn)
  }
  return turns
}

/** Tokens and model calls that the assistant messages of a LangChain conversation report. */
export function usageOf(messages: readonly unknown[]): Usage {
  const assistant = assistantMessages(messages)
  const tokens = assistant.flatMap((message) => tokensOf(message.usage_metadata) ?? [])
  return sumOf(tokens, assistant.length)
}

/** Names of the models that the assistant messages of a LangChain conversation say they are from, each once. */
export function modelsOf(messages: readonly unknown[]): string[] {
  const names = assistantMessages(messages).flatMap(({ response_metadata: metadata }) =>
    isFields(metadata) ? (textField(metadata, 'model_name', 'model') ?? []) : [],
  )
  return [...new Set(names)].sort()
}

/** Text of the last assistant message, or null where there is none. */
export function answerOf(messages: readonly unknown[]): string | null {
  const last = assistantMessages(messages).at(-1)
  if (last === undefined) return null
  if (typeof last.text === 'string') return last.text
  return typeof last.content === 'string' ? last.content : null
}
