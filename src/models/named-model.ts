import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import providers from './providers.json' with { type: 'json' }

const hasMethod = (value: object, name: string): boolean => typeof Reflect.get(value, name) === 'function'

export const isChatModel = (value: unknown): value is BaseChatModel =>
  typeof value === 'object' &&
  value !== null &&
  ['invoke', 'withStructuredOutput', '_llmType'].every((name) => hasMethod(value, name))

/** The name that a provider knows a model by, where the model says it. */
export function nameOfModel(model: object): string | undefined {
  const name: unknown = Reflect.get(model, 'model') ?? Reflect.get(model, 'modelName')
  return typeof name === 'string' && name !== '' ? name : undefined
}

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

/**
 * The variable that holds the key of a provider, and the host of its models where that is not up to the user. A provider
 * that is not listed needs no key, or says itself what is missing.
 */
export const PROVIDERS: Readonly<Record<string, { key: string; host?: string }>> = providers

/** Options by which a key, or what stands for one, can be given in place of the variable. */
const GIVES_KEY = /key|token|credential|client|auth/i

type Init = (name: string, fields: Record<string, unknown>) => Promise<unknown>

async function importInitChatModel(text: string): Promise<Init> {
  try {
    return (await import('langchain')).initChatModel as unknown as Init
  } catch (error) {
    throw new TracewrightError(
      `Failed to load the model ${text}: models by name need the package langchain (${describeThrown(error)}). ` +
        'Run `npm install langchain` and the package of the provider, or name a module that exports the model.',
      { cause: error },
    )
  }
}

/** What went wrong when LangChain made the model, in words that say what to do. */
function createModelError(text: string, { provider }: ModelName, error: unknown): TracewrightError {
  const message = describeThrown(error)
  const wanted =
    /Unable to import (@?[\w./-]*[\w-])/.exec(message)?.[1] ??
    /Cannot find package '([^']+)'/.exec(message)?.[1]
  const reason = message.split('\n')[0]?.replace(/\.$/, '')
  const advice =
    wanted !== undefined
      ? `it needs the package ${wanted}. Run \`npm install ${wanted}\`.`
      : message.startsWith('Unsupported')
        ? `LangChain knows no provider "${provider}": ${message.split('\n').at(-1)}. Name one of these.`
        : `${reason}. ${provider in PROVIDERS ? `Is ${PROVIDERS[provider]?.key} set to a key of ${provider}?` : 'See what the provider needs.'}`
  return new TracewrightError(`Failed to load the model ${text}: ${advice}`, { cause: error })
}

/**
 * The chat model of a name `provider:name`, made by LangChain's `initChatModel`. Retries of the client are off: whoever
 * asks it asks again where that is due.
 *
 * @param options Given to the provider's class, for example `{ "temperature": 0, "baseUrl": "http://127.0.0.1:11434" }`
 * @throws TracewrightError where the name is none, or a package or a key is missing, naming it
 */
export async function loadNamedModel(
  text: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<BaseChatModel> {
  const parsed = readModelName(text)
  if (parsed === undefined)
    throw new TracewrightError(
      `Failed to load the model ${text}: expected provider:name, such as openai:NAME or ollama:NAME.`,
    )
  const key = PROVIDERS[parsed.provider]?.key
  const isGiven = Object.keys(options).some((name) => GIVES_KEY.test(name))
  const init = await importInitChatModel(text)
  let loaded: unknown
  try {
    loaded = await init(parsed.name, { ...options, modelProvider: parsed.provider, maxRetries: 0 })
    // What LangChain gives makes a model of its own, retries and all, for each structured output; the inner one does not.
    const inner: unknown = Reflect.get(loaded as object, '_getModelInstance')
    if (typeof inner === 'function') loaded = await inner.call(loaded)
  } catch (error) {
    if (key !== undefined && !isGiven && !process.env[key] && !/Unable to import/.test(describeThrown(error)))
      throw createMissingKeyError(text, key, error)
    throw createModelError(text, parsed, error)
  }
  // Some clients ask for their key only when the first request is made.
  if (key !== undefined && !isGiven && !process.env[key]) throw createMissingKeyError(text, key)
  if (isChatModel(loaded)) return loaded
  throw new TracewrightError(`Failed to load the model ${text}: LangChain did not return a chat model.`)
}

const createMissingKeyError = (text: string, key: string, cause?: unknown): TracewrightError =>
  new TracewrightError(`Failed to load the model ${text}: missing API key: set ${key}.`, { cause })
