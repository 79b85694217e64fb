import { messageOf, TracewrightError } from '../shared/errors.ts'
import type { GenerateOptions } from '../synthetic/generate/generate.ts'
import { hasMethod, loadDefault } from './load-default.ts'

/** A LangChain chat model. */
type ChatModel = GenerateOptions['model']

const isChatModel = (value: unknown): value is ChatModel =>
  hasMethod(value, 'invoke') && hasMethod(value, 'withStructuredOutput') && hasMethod(value, '_llmType')

/** The chat model that a module of the user's exports. */
export const loadModel = (path: string): Promise<ChatModel> => loadDefault(path, 'the model', isChatModel)

/**
 * Loads parts that need @langchain/core only where they are used, since not every user has it.
 *
 * @param what Says what they are, for the message where they cannot be loaded
 */
export async function withLangChain<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new TracewrightError(
      `Failed to load ${what}: ${messageOf(error)}. It needs @langchain/core; install that.`,
      { cause: error },
    )
  }
}
