import type { BaseCache } from '@langchain/core/caches'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { BaseMessage } from '@langchain/core/messages'
import type { ChatGeneration, Generation, LLMResult } from '@langchain/core/outputs'
import { z } from 'zod'
import { stringifyStably } from '../shared/json.ts'
import type { Limits } from './limits.ts'
import { type ReadAnswer, readModelAnswer } from './read-answer.ts'
import { Throttle } from './throttle.ts'
import { nameServerOnFailure } from './unreachable.ts'
import { disableRetries } from './without-retries.ts'

export interface ModelRequest {
  /** Names the shape of the answer. */
  readonly name: string
  readonly system: string
  readonly prompt: string
  /** Which time the question is asked; the same words asked again are another request. */
  readonly attempt: number
  readonly schema: Record<string, unknown>
}

export type CallModel = (request: ModelRequest) => Promise<ReadAnswer>

const isMessage = (value: unknown): value is BaseMessage =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'toDict') === 'function'

/** Parsers of LangChain throw these for an answer that they cannot read; other errors are of the call. */
const isParseError = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  (error instanceof Error &&
    (error.name === 'OutputParserException' ||
      Reflect.get(error, 'lc_error_code') === 'OUTPUT_PARSING_FAILURE'))

/** The client of OpenAI throws this, and keeps the message to itself, where structured output was cut off. */
const isLengthError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.constructor.name === 'LengthFinishReasonError' || /length limit was reached/i.test(error.message))

/** Stands for an answer of which nothing but its beginning is known: it opens and does not close. */
const CUT_OFF = '{'

const buildMessages = (system: string, prompt: string): { role: 'system' | 'user'; content: string }[] => [
  { role: 'system', content: system },
  { role: 'user', content: prompt },
]

/** The answer as text, its message beside it where there is one. */
const buildGeneration = (text: string, message?: BaseMessage): Generation | ChatGeneration =>
  message === undefined ? { text } : { text, message }

/**
 * The model with structured output; undefined where it has none. OpenAI's client reads answers by a schema of its own
 * accord, and of one that it cannot read keeps what it cost; as a call of a tool an answer comes whole.
 */
function createStructuredModel(model: BaseChatModel, { name, schema }: ModelRequest) {
  const method = model._llmType() === 'openai' ? { method: 'functionCalling' } : {}
  try {
    return model.withStructuredOutput(schema, { name, includeRaw: true, ...method })
  } catch {
    return undefined
  }
}

type Structured = NonNullable<ReturnType<typeof createStructuredModel>>

async function generateStructured(
  structured: Structured,
  { system, prompt }: ModelRequest,
  config: CallConfig,
): Promise<Generation | ChatGeneration> {
  try {
    const result: unknown = await structured.invoke(buildMessages(system, prompt), config)
    const { data } = z.looseObject({ raw: z.custom<BaseMessage>(isMessage) }).safeParse(result)
    if (data === undefined) return buildGeneration(JSON.stringify(result))
    return buildGeneration(data.parsed == null ? '' : JSON.stringify(data.parsed), data.raw)
  } catch (error) {
    if (isLengthError(error)) return buildGeneration(CUT_OFF)
    if (!isParseError(error)) throw error
    return buildGeneration('')
  }
}

async function generateText(
  model: BaseChatModel,
  { system, prompt, schema }: ModelRequest,
  config: CallConfig,
): Promise<Generation | ChatGeneration> {
  const shape = `Answer with one JSON value that fits this JSON Schema, and with nothing else:`
  const asked = `${prompt}\n\n${shape}\n${JSON.stringify(schema)}`
  return buildGeneration('', await model.invoke(buildMessages(system, asked), config))
}

/** What the answers of a model are kept under, beside the request: its kind and its settings. */
export const identifyModel = (model: BaseChatModel): string =>
  stringifyStably([model._llmType(), model._identifyingParams()])

const tokens = z.looseObject({ input_tokens: z.number(), output_tokens: z.number() })
const usageSchema = z.looseObject({ message: z.looseObject({ usage_metadata: tokens }) })

/** What a call of a model is given: who is told of what it used, also where its answer cannot be parsed. */
interface CallConfig {
  callbacks: { handleLLMEnd(result: LLMResult): void }[]
}

export const createCountingConfig = (limits: Limits): CallConfig => ({
  callbacks: [
    {
      handleLLMEnd({ generations }) {
        for (const generation of generations.flat()) {
          const { data } = usageSchema.safeParse(generation)
          const used = data?.message.usage_metadata
          if (used !== undefined) limits.addTokens(used.input_tokens, used.output_tokens)
        }
      },
    },
  ],
})

/** What the message holds; where that is not JSON, what LangChain made of it. */
function readGeneration(generation: Generation): ReadAnswer {
  const modelAnswer = readModelAnswer(
    'message' in generation ? generation.message : { content: generation.text },
  )
  return modelAnswer.value !== undefined || generation.text === ''
    ? modelAnswer
    : { ...readModelAnswer({ content: generation.text }), truncated: modelAnswer.truncated }
}

/** Keeps what a model says in a LangChain cache, and asks it within limits. Its own retries are switched off. */
export function createCachingModel(
  model: BaseChatModel,
  cache: BaseCache,
  limits: Limits,
  throttle: Throttle,
) {
  const identity = identifyModel(model)
  disableRetries(model)
  return {
    /** Makes a request; each that is made anew is a call that counts. */
    request: <T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
      nameServerOnFailure(throttle.request(() => limits.call(act), signal)),
    /** The answer that is kept under a key, or else a new one. */
    async answer(key: string, generate: () => Promise<Generation | ChatGeneration>): Promise<ReadAnswer> {
      const known = (await cache.lookup(key, identity))?.[0]
      if (known !== undefined) {
        limits.addReplay()
        return readGeneration(known)
      }
      const generation = await generate()
      await cache.update(key, identity, [generation])
      return readGeneration(generation)
    },
  }
}

/**
 * Calls a chat model within limits, and keeps each answer in a LangChain cache under the whole request and
 * what the model says identifies it. The cache is asked here and not set on the model: some models make a
 * new one of themselves for structured output and leave the cache behind.
 *
 * @param throttle Waits before requests and between those that are made anew; default five times, after half a second
 * @throws BudgetSpent where the answer is not kept and no call is left; ModelUnreachable; whatever the model throws
 */
export function createModelCaller(
  model: BaseChatModel,
  cache: BaseCache,
  limits: Limits,
  throttle = new Throttle(),
): CallModel {
  const { request, answer } = createCachingModel(model, cache, limits, throttle)
  const config = createCountingConfig(limits)
  const generate = (asked: ModelRequest): Promise<Generation | ChatGeneration> => {
    const structured = createStructuredModel(model, asked)
    return request(() =>
      structured === undefined
        ? generateText(model, asked, config)
        : generateStructured(structured, asked, config),
    )
  }
  return (asked) => answer(stringifyStably(asked), () => generate(asked))
}
