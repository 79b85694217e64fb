import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type AskCounts, type Asker, createAsker } from '../../models/ask.ts'
import { createModelCaller } from '../../models/call-model.ts'
import { FileCache } from '../../models/file-cache.ts'
import { type LimitOptions, Limits } from '../../models/limits.ts'
import type { StageContext, StageProgress } from './run-items.ts'

/** What a model is told: its part, and the question. */
export interface Prompt {
  readonly system: string
  readonly prompt: string
}

/** Lines of a prompt, those that are left out gone. */
export const joinLines = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('\n')

/** `Field: trams`, a line for each word that says what a question is about. */
export const describeWords = (words: Readonly<Record<string, string>>): string[] =>
  Object.entries(words).map(([name, word]) => `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${word}`)

const PART =
  'You design software tools for a test bench. Agents will call the tools; a program will check the calls. ' +
  'Be concrete and brief, and write plain English.'

/** What a model is told that designs something, in lines. */
export const buildDesignPrompt = (...parts: (string | undefined)[]): Prompt => ({
  system: PART,
  prompt: joinLines(...parts),
})

export interface AskingOptions extends LimitOptions {
  readonly model: BaseChatModel
  /** File that keeps the answers. */
  readonly cache: string
  /** How often a question is asked before it is given up. Default 3. */
  readonly attempts?: number | undefined
  /** Ends the run once what is in flight is done. */
  readonly signal?: AbortSignal
}

export interface StageOptions extends AskingOptions {
  readonly onProgress?: (progress: StageProgress) => void
}

export interface Asking extends StageContext {
  readonly ask: Asker
  readonly cache: FileCache
}

/** Does a piece of work that asks a model. */
export async function runWhileAsking<T>(
  { onProgress, ...options }: StageOptions,
  work: (asking: Asking) => Promise<T>,
): Promise<T> {
  const { model, attempts, signal } = options
  const limits = new Limits(options)
  const counts: AskCounts = { retries: 0, truncated: 0, invalid: 0 }
  const cache = new FileCache(options.cache)
  const ask = createAsker(createModelCaller(model, cache, limits), { counts, attempts })
  const stop = (): void => limits.stop('it was interrupted')
  signal?.addEventListener('abort', stop)
  try {
    return await work({ ask, cache, limits, counts, onProgress })
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
