import { setTimeout as delay } from 'node:timers/promises'
import type { BaseCache } from '@langchain/core/caches'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { BaseMessage } from '@langchain/core/messages'
import type { ChatGeneration, Generation, LLMResult } from '@langchain/core/outputs'
import { z } from 'zod'
import { stableJson } from '../../shared/json.ts'
import type { Limits } from './limits.ts'
import { type ReadAnswer, readModelAnswer } from './read-answer.ts'
import { withoutRetries } from './without-retries.ts'

export interface ModelRequest {
  /** Names the shape of the answer. */
  readonly name: string
  readonly system: string
  readonly prompt: string
  /** Which time the question is asked; the same words asked again are another request. */
  readonly attempt: number
  /** JSON Schema of the answer. */
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

const messagesOf = (system: string, prompt: string): { role: 'system' | 'user'; content: string }[] => [
  { role: 'system', content: system },
  { role: 'user', content: prompt },
]

/** The answer as text, its message beside it where there is one. */
const generationOf = (text: string, message?: BaseMessage): Generation | ChatGeneration =>
  message === undefined ? { text } : { text, message }

function structuredOf(model: BaseChatModel, { schema, name }: ModelRequest) {
  try {
    return model.withStructuredOutput(schema, { name, includeRaw: true })
  } catch {
    // The model has no structured output.
    return undefined
  }
}

/** Asks for structured output, or, where the model has none, for JSON as text. */
async function generateWith(
  model: BaseChatModel,
  request: ModelRequest,
  config: CallConfig,
): Promise<Generation | ChatGeneration> {
  const { system, prompt, schema } = request
  const structured = structuredOf(model, request)
  if (structured === undefined) {
    const shape = `Answer with one JSON value that fits this JSON Schema, and with nothing else:`
    const asked = `${prompt}\n\n${shape}\n${JSON.stringify(schema)}`
    const message = await model.invoke(messagesOf(system, asked), config)
    return generationOf('', message)
  }
  try {
    const result: unknown = await structured.invoke(messagesOf(system, prompt), config)
    const { data } = z.looseObject({ raw: z.custom<BaseMessage>(isMessage) }).safeParse(result)
    if (data === undefined) return generationOf(JSON.stringify(result))
    return generationOf(data.parsed == null ? '' : JSON.stringify(data.parsed), data.raw)
  } catch (error) {
    if (isLengthError(error)) return generationOf(CUT_OFF)
    if (!isParseError(error)) throw error
    return generationOf('')
  }
}

const tokens = z.looseObject({ input_tokens: z.number(), output_tokens: z.number() })
const usageSchema = z.looseObject({ message: z.looseObject({ usage_metadata: tokens }) })

/** What a call of a model is given: who is told of what it used, also where its answer cannot be parsed. */
interface CallConfig {
  callbacks: { handleLLMEnd(result: LLMResult): void }[]
}

/** Counts the tokens of everything that the model generates. */
const countingInto = (limits: Limits): CallConfig => ({
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

/** How often a request is made anew that the server could not answer, and how long is waited before, doubled each time. */
const RETRIES = 5
const FIRST_WAIT_MS = 500

/** Whether asking again may help: too many requests, a fault of the server, or no connection. */
function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const status = Reflect.get(error, 'status') ?? Reflect.get(error, 'statusCode')
  if (typeof status === 'number') return status === 408 || status === 409 || status === 429 || status >= 500
  const code = String(
    Reflect.get(error, 'code') ?? Reflect.get(Object(Reflect.get(error, 'cause')), 'code') ?? '',
  )
  return /^(?:ECONN|ETIMEDOUT|EPIPE|UND_ERR)/.test(code)
}

/** What the message holds; where that is no JSON, what LangChain made of it. */
function readGeneration(generation: Generation): ReadAnswer {
  const own = readModelAnswer('message' in generation ? generation.message : { content: generation.text })
  return own.value !== undefined || generation.text === ''
    ? own
    : { ...readModelAnswer({ content: generation.text }), truncated: own.truncated }
}

/**
 * Calls a chat model within limits, and keeps each answer in a LangChain cache under the whole request and
 * what the model says identifies it. The cache is asked here and not set on the model: some models make a
 * new one of themselves for structured output and leave the cache behind. Retries are made here, too, and each is a call
 * that counts: those of the model itself are switched off.
 *
 * @param firstWait Milliseconds before a request is made anew that the server could not answer; doubled each time
 * @throws BudgetSpent where the answer is not kept and no call is left; whatever the model throws
 */
export function modelCaller(
  model: BaseChatModel,
  cache: BaseCache,
  limits: Limits,
  firstWait = FIRST_WAIT_MS,
): CallModel {
  const identity = stableJson([model._llmType(), model._identifyingParams()])
  withoutRetries(model)
  const config = countingInto(limits)
  const generate = async (request: ModelRequest): Promise<Generation | ChatGeneration> => {
    for (let retry = 0; ; retry++) {
      limits.beginCall()
      try {
        return await generateWith(model, request, config)
      } catch (error) {
        if (retry >= RETRIES || !isPassing(error)) throw error
        await delay(firstWait * 2 ** retry)
      }
    }
  }
  return async (request) => {
    const key = stableJson(request)
    const known = (await cache.lookup(key, identity))?.[0]
    if (known !== undefined) {
      limits.addReplay()
      return readGeneration(known)
    }
    const generation = await generate(request)
    await cache.update(key, identity, [generation])
    return readGeneration(generation)
  }
}
