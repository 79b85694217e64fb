import { InMemoryCache } from '@langchain/core/caches'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatOpenAI } from '@langchain/openai'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAsker } from '../../../src/models/ask.ts'
import { createModelCaller } from '../../../src/models/call-model.ts'
import { Limits } from '../../../src/models/limits.ts'
import { loadNamedModel } from '../../../src/models/named-model.ts'
import { Throttle } from '../../../src/models/throttle.ts'
import { type ServerAnswer, startAnsweringServer } from '../../support/answering-server.ts'

type Server = Awaited<ReturnType<typeof startAnsweringServer>>
let server: Server | undefined
afterEach(() => server?.close())

const openAi = (url: string) => ({ apiKey: 'none', configuration: { baseURL: `${url}/v1` } })

/** The real client of each provider, led to a server on this machine. */
const CLIENTS: Record<string, (url: string) => Promise<BaseChatModel>> = {
  'openai:gpt-4o-mini': (url) => loadNamedModel('openai:gpt-4o-mini', openAi(url)),
  'anthropic:claude-x': (url) =>
    loadNamedModel('anthropic:claude-x', { apiKey: 'none', anthropicApiUrl: url }),
  'ollama:llama3:8b': (url) => loadNamedModel('ollama:llama3:8b', { baseUrl: url }),
  // It holds a model that works for it, and both retry behind the back of who calls them.
  'OpenAI as a team makes it': async (url) => new ChatOpenAI({ model: 'm', ...openAi(url) }),
}
const NAMES = Object.keys(CLIENTS)

const QUESTION = {
  name: 'word',
  system: 's',
  prompt: 'p',
  schema: z.strictObject({ word: z.string() }),
}

async function asked(
  name: string,
  answers: Parameters<typeof startAnsweringServer>[0],
  options: { maxCalls?: number; attempts?: number; retries?: number } = {},
) {
  server = await startAnsweringServer(answers)
  const model = (await CLIENTS[name]?.(server.url)) as BaseChatModel
  const { maxCalls, attempts = 3, retries = 5 } = options
  const limits = new Limits(maxCalls === undefined ? {} : { maxCalls })
  const throttle = new Throttle({ firstWait: 1, retries })
  const ask = createAsker(createModelCaller(model, new InMemoryCache(new Map()), limits, throttle), {
    attempts,
  })
  const answer = await ask(QUESTION).catch((error: Error) => error)
  return { answer, seen: server.seen, usage: limits.usage }
}

const GOOD: ServerAnswer = { text: '{"word":"yes"}' }
const FAULTS: [string, ServerAnswer[]][] = [
  ['a good answer', [GOOD]],
  ['429 twice', [{ status: 429 }, { status: 429 }, GOOD]],
  ['429 with Retry-After', [{ status: 429, headers: { 'retry-after': '0' } }, GOOD]],
  ['500, 503', [{ status: 500 }, { status: 503 }, GOOD]],
  ['malformed text', [{ text: 'well, {' }, GOOD]],
  ['the wrong shape', [{ text: '{"word":7}' }, GOOD]],
  ['a truncated answer', [{ text: '{"wo', cut: true }, GOOD]],
]

describe.each(NAMES)('requests of the real client of %s', (name) => {
  it.each(FAULTS)('that the server saw are those that are counted: %s', async (_, answers) => {
    const { answer, seen, usage } = await asked(name, answers)
    expect(answer).toMatchObject({ ok: true, value: { word: 'yes' } })
    expect(seen).toHaveLength(answers.length)
    expect(usage.calls).toBe(seen.length)
    const answered = answers.filter(({ status = 200 }) => status === 200).length
    expect(usage).toMatchObject({ inputTokens: 11 * answered, outputTokens: 7 * answered })
  })

  it('are as many as the budget lets, whatever comes back', async () => {
    for (const bad of [{ status: 429 }, { status: 500 }, { text: 'no JSON' }, { body: '{"torn":' }]) {
      const { answer, seen, usage } = await asked(name, [bad, GOOD], { maxCalls: 1 })
      expect(answer, JSON.stringify(bad)).toMatchObject({ name: 'BudgetSpent' })
      expect([seen.length, usage.calls]).toEqual([1, 1])
      await server?.close()
    }
  })

  it('are not made anew where that cannot help', async () => {
    const { answer, seen } = await asked(name, [{ status: 401 }, GOOD])
    expect(answer).toBeInstanceOf(Error)
    expect(seen).toHaveLength(1)
  })
})

describe('a server', () => {
  const [name = ''] = NAMES

  it('is given up after six requests in a row that it could not answer', async () => {
    const { answer, seen, usage } = await asked(name, [{ status: 500 }])
    expect(answer).toBeInstanceOf(Error)
    expect([seen.length, usage.calls]).toEqual([6, 6])
  })

  it('that does not answer is named', async () => {
    const closed = await startAnsweringServer([])
    await closed.close()
    const { host } = new URL(closed.url)
    const model = (await CLIENTS[name]?.(closed.url)) as BaseChatModel
    const limits = new Limits()
    const throttle = new Throttle({ firstWait: 1 })
    const failed = createAsker(createModelCaller(model, new InMemoryCache(), limits, throttle))(QUESTION)
    await expect(failed).rejects.toThrow(
      `the server of the model does not answer (connect ECONNREFUSED ${host})`,
    )
    limits.noteFailure(await failed.catch((error: unknown) => error))
    expect(limits.stopped).toContain(host)
  })
})
