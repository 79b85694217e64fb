import type { BaseChatModel } from '@langchain/core/language_models/chat_models'

const hasMethod = (value: object, name: string): boolean => typeof Reflect.get(value, name) === 'function'

/** Whether a value is a chat model of LangChain, of whichever copy of it. */
export const isChatModel = (value: unknown): value is BaseChatModel =>
  typeof value === 'object' &&
  value !== null &&
  ['invoke', 'withStructuredOutput', '_llmType'].every((name) => hasMethod(value, name))

/** The name that a provider knows a model by, where the model says it. */
export function nameOfModel(model: object): string | undefined {
  const name: unknown = Reflect.get(model, 'model') ?? Reflect.get(model, 'modelName')
  return typeof name === 'string' && name !== '' ? name : undefined
}
