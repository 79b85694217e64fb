import { existsSync } from 'node:fs'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import type { GenerateOptions } from '../synthetic/generate/generate.ts'
import { hasMethod, loadDefault } from './load-default.ts'
import { holdsOpen } from './load-module.ts'

/** A LangChain chat model. */
type ChatModel = GenerateOptions['model']

const isChatModel = (value: unknown): value is ChatModel =>
  hasMethod(value, 'invoke') && hasMethod(value, 'withStructuredOutput') && hasMethod(value, '_llmType')

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

/**
 * The chat model that an option names: `provider:name`, or the path of a module of the user's that exports one.
 *
 * @param options Of a model by name; a module makes its own
 */
export async function loadModel(text: string, options?: Record<string, unknown>): Promise<ChatModel> {
  const { readModelName } = await import('../models/model-name.ts')
  if (existsSync(text) || readModelName(text) === undefined) {
    if (options !== undefined)
      throw new TracewrightError(
        'Failed to load the model: --model-options is for a model by name. Set them in the module, or leave it out.',
      )
    return loadDefault(text, 'the model', isChatModel)
  }
  const { namedModel } = await withLangChain('the model', () => import('../models/named-model.ts'))
  const model = await namedModel(text, options)
  // Clients keep connections open.
  holdsOpen()
  return model
}
