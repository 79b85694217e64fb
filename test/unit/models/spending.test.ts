import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { InMemoryCache } from '@langchain/core/caches'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askerOf } from '../../../src/models/ask.ts'
import { modelCaller } from '../../../src/models/call-model.ts'
import { Limits } from '../../../src/models/limits.ts'
import { Throttle } from '../../../src/models/throttle.ts'

/** What the server answers, one after another; the last for all that follow. */
type Answer = { status: number; text?: string; cut?: boolean }

let server: Server | undefined
afterEach(() => new Promise<void>((done) => (server === undefined ? done() : server.close(() => done()))))

/** A server in the form of OpenAI's chat completions; gives its address and how many requests it saw. */
async function serving(answers: readonly Answer[]): Promise<{ url: string; seen: () => number }> {
  let requests = 0
  server = createServer((request, response) => {
    const {
      status,
      text = '',
      cut = false,
    } = answers[Math.min(requests++, answers.length - 1)] ?? { status: 500 }
    request.resume()
    const choices = [{ message: { content: text }, finish_reason: cut ? 'length' : 'stop' }]
    const usage = { prompt_tokens: 11, completion_tokens: 7 }
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify(status === 200 ? { choices, usage } : { error: { message: 'no' } }))
  })
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1/chat/completions`, seen: () => requests }
}

const completion = z.looseObject({
  choices: z.array(
    z.looseObject({ message: z.looseObject({ content: z.string() }), finish_reason: z.string() }),
  ),
  usage: z.looseObject({ prompt_tokens: z.number(), completion_tokens: z.number() }),
})

class HttpError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the server answered ${status}`)
    this.status = status
  }
}

/** A client that retries behind its caller's back, as those of providers do: six times, by LangChain's own caller. */
class HttpChatModel extends BaseChatModel {
  readonly url: string
  constructor(url: string) {
    super({})
    this.url = url
  }
  override _llmType(): string {
    return 'http'
  }
  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const { choices, usage } = await this.caller.call(async () => {
      const body = JSON.stringify({ messages: messages.map(({ content }) => content) })
      const response = await fetch(this.url, { method: 'POST', body })
      if (!response.ok) throw new HttpError(response.status)
      return completion.parse(await response.json())
    })
    const [choice] = choices
    const text = choice?.message.content ?? ''
    const message = Object.assign(new AIMessage(text), {
      response_metadata: { finish_reason: choice?.finish_reason },
      usage_metadata: {
        input_tokens: usage.prompt_tokens,
        output_tokens: usage.completion_tokens,
        total_tokens: usage.prompt_tokens + usage.completion_tokens,
      },
    })
    return { generations: [{ text, message }] }
  }
}

/** A model that has another work for it, which has retries of its own. */
class FacadeModel extends BaseChatModel {
  readonly completions: HttpChatModel
  constructor(url: string) {
    super({})
    this.completions = new HttpChatModel(url)
  }
  override _llmType(): string {
    return 'facade'
  }
  override _generate(messages: BaseMessage[]): Promise<ChatResult> {
    return this.completions._generate(messages)
  }
}

const GOOD: Answer = { status: 200, text: '{"word":"yes"}' }
const QUESTION = { name: 'word', system: 's', prompt: 'p', schema: z.strictObject({ word: z.string() }) }

async function asked(answers: readonly Answer[], maxCalls?: number, attempts = 3) {
  const { url, seen } = await serving(answers)
  const limits = new Limits(maxCalls === undefined ? {} : { maxCalls })
  const call = modelCaller(new FacadeModel(url), new InMemoryCache(), limits, new Throttle({ firstWait: 1 }))
  const answer = await askerOf(call, { attempts })(QUESTION).catch((error: Error) => error)
  return { answer, seen: seen(), usage: limits.usage }
}

describe('requests of a model', () => {
  it.each<[string, Answer[], number]>([
    ['a good answer', [GOOD], 1],
    ['too many requests, then a good answer', [{ status: 429 }, { status: 429 }, GOOD], 3],
    ['a fault of the server, then a good answer', [{ status: 500 }, GOOD], 2],
    ['malformed text, then a good answer', [{ status: 200, text: 'well, {' }, GOOD], 2],
    ['a truncated answer, then a good one', [{ status: 200, text: '{"wo', cut: true }, GOOD], 2],
  ])('that the server saw are those that are counted: %s', async (_, answers, requests) => {
    const { answer, seen, usage } = await asked(answers)
    expect(answer).toMatchObject({ ok: true, value: { word: 'yes' } })
    expect(seen).toBe(requests)
    expect(usage.calls).toBe(requests)
    const answered = answers.filter(({ status }) => status === 200).length
    expect(usage).toMatchObject({ inputTokens: 11 * answered, outputTokens: 7 * answered })
  })

  it('are none beyond the budget, whatever the answers are', async () => {
    for (const bad of [{ status: 429 }, { status: 500 }, { status: 200, text: 'no JSON' }]) {
      const { answer, seen, usage } = await asked([bad, GOOD], 1)
      expect(answer).toMatchObject({ name: 'BudgetSpent' })
      expect([seen, usage.calls]).toEqual([1, 1])
      await new Promise<void>((done) => server?.close(() => done()))
      server = undefined
    }
  })

  it('are given up after six in a row that the server could not answer', async () => {
    const { answer, seen, usage } = await asked([{ status: 500 }])
    expect(answer).toMatchObject({ message: 'the server answered 500' })
    expect([seen, usage.calls]).toEqual([6, 6])
  })

  it('name the server that does not answer', async () => {
    const { url } = await serving([GOOD])
    await new Promise<void>((done) => server?.close(() => done()))
    server = undefined
    const limits = new Limits()
    const throttle = new Throttle({ firstWait: 1 })
    const call = modelCaller(new FacadeModel(url), new InMemoryCache(), limits, throttle)
    const { host } = new URL(url)
    const asked = askerOf(call)(QUESTION)
    await expect(asked).rejects.toThrow(
      `the server of the model does not answer (connect ECONNREFUSED ${host})`,
    )
    limits.noteFailure(await asked.catch((error: unknown) => error))
    expect(limits.stopped).toContain(host)
  })

  it('are not made anew where that cannot help', async () => {
    const { answer, seen } = await asked([{ status: 401 }, GOOD])
    expect(answer).toMatchObject({ message: 'the server answered 401' })
    expect(seen).toBe(1)
  })
})
