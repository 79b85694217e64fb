/** A model by its provider, as LangChain's `initChatModel` knows it, and by the name that the provider gives it. */
export interface ModelName {
  readonly provider: string
  readonly name: string
}

/** Two letters or more before the colon: one alone is a drive of Windows. */
const FORM = /^([a-z][a-z0-9_-]+):(\S+)$/

/** Reads `provider:name`; the name may have colons of its own (`ollama:llama3:8b`). Undefined for another text. */
export function readModelName(text: string): ModelName | undefined {
  const [, provider, name] = FORM.exec(text) ?? []
  return provider === undefined || name === undefined ? undefined : { provider, name }
}
