import type { BaseCache } from '@langchain/core/caches'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { BaseMessageLike } from '@langchain/core/messages'
import { TracewrightError } from '../shared/errors.ts'
import { type Json, stringifyStably } from '../shared/json.ts'
import { createCachingModel, createCountingConfig } from './call-model.ts'
import type { Limits } from './limits.ts'
import { Throttle } from './throttle.ts'

/** A chat model that is asked for words and not for data. */
export interface TextModel {
  invoke(messages: BaseMessageLike[], options?: { signal?: AbortSignal }): Promise<{ content: string }>
}

/** How often it is asked until it says something, and says it to its end. */
const ATTEMPTS = 3

/**
 * A chat model whose words are kept in a LangChain cache, under all that it was told, and which is asked within limits:
 * every request counts, those that are made anew among them. What is empty or cut off at the length limit is asked for
 * again.
 *
 * @param throttle Waits before requests and between those that are made anew; default five times, after half a second
 * @throws BudgetSpent where the words are not kept and no call is left; TracewrightError where it said nothing whole three
 * times; whatever the model throws
 */
export function createCachedTextModel(
  model: BaseChatModel,
  cache: BaseCache,
  limits: Limits,
  throttle = new Throttle(),
): TextModel {
  const { request, answer } = createCachingModel(model, cache, limits, throttle)
  const counting = createCountingConfig(limits)
  const say = (messages: BaseMessageLike[], attempt: number, signal: AbortSignal | undefined) =>
    answer(stringifyStably({ words: messages as Json, attempt }), async () => {
      const invoke = () => model.invoke(messages, { ...counting, ...(signal && { signal }) })
      return { text: '', message: await request(invoke, signal) }
    })
  return {
    async invoke(messages, { signal } = {}) {
      let wrong = ''
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const { text, truncated } = await say(messages, attempt, signal)
        if (text !== '' && !truncated) return { content: text }
        wrong = truncated ? 'cut off at the length limit' : 'empty'
      }
      throw new TracewrightError(
        `Failed to ask the model: its answer was ${wrong}, ${ATTEMPTS} times. Raise its output limit, or use another model.`,
      )
    },
  }
}
