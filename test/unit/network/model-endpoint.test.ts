import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createGuardState } from '../../../src/network/guard-state.ts'
import { route } from '../../../src/network/routes/route.ts'
import { serveRoutes } from '../../../src/network/routes/table.ts'
import { findTool, makeTestAttempt } from '../../support/attempts.ts'
import { serveLocally } from '../../support/local-server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
afterEach(() => serveRoutes([]))

/** An endpoint on this machine that answers its requests one after the other; the last answer stays. */
async function endpoint(...answers: Answer[]): Promise<string> {
  let asked = 0
  const { origin, close } = await serveLocally((request, response) => {
    answers[Math.min(asked++, answers.length - 1)]?.(request, response)
  })
  onTestFinished(close)
  return `${origin}/v1/chat/completions`
}
const status =
  (code: number): Answer =>
  (_, response) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end('{}')
const reset: Answer = ({ socket }) => socket.destroy()
const silence: Answer = () => {}
/** Begins a reply and breaks off. */
const cut: Answer = (_, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"half":')
  setTimeout(() => response.destroy(), 20)
}

const ask = async (url: string, init: RequestInit = {}): Promise<string> => {
  const response = await fetch(url, { method: 'POST', body: '{"model":"m"}', ...init })
  if (!response.ok) throw Object.assign(new Error(`the model said ${response.status}`), response)
  return response.text()
}
/** The same by node's own client, as axios and many libraries ask. */
const askByHttp = (url: string): Promise<void> =>
  new Promise((done, fail) => {
    const request = http.request(url, { method: 'POST' }, (response) => {
      response.resume().on('end', done)
    })
    request.on('error', fail).end('{}')
  })

describe('the model’s endpoint was out', () => {
  it.each([429, 500, 503])('where it answered %i last', async (code) => {
    const url = await endpoint(status(code))
    const { outage } = await makeTestAttempt(async () => void (await ask(url)))
    expect(outage).toBe(`POST ${url} answered ${code}`)
  })

  it('also where the agent says nothing of it', async () => {
    const url = await endpoint(status(503))
    const { outage, thrown } = await makeTestAttempt(async () => {
      await ask(url).catch(() => {})
      return 'Sorry.'
    })
    expect(thrown).toBeUndefined()
    expect(outage).toContain('answered 503')
  })

  it.each([
    ['reset the connection', reset, (url: string) => ask(url)],
    ['broke off its reply', cut, (url: string) => ask(url)],
    [
      'did not answer in the client’s time',
      silence,
      (url: string) => ask(url, { signal: AbortSignal.timeout(50) }),
    ],
    ['reset the connection of node’s own client', reset, askByHttp],
    ['answered 503 to node’s own client', status(503), askByHttp],
  ])('where it %s', async (_, answer, by) => {
    const url = await endpoint(answer)
    const { outage } = await makeTestAttempt(async () => void (await by(url)))
    expect(outage).toContain(url)
  })

  it('where nothing listens', async () => {
    const { outage } = await makeTestAttempt(async () => void (await ask('http://127.0.0.1:49151/api/chat')))
    expect(outage).toContain('ECONNREFUSED')
  })
})

describe('it was not', () => {
  const bug = Object.assign(new Error('the agent has a bug'), {
    status: 500,
    code: 'ECONNRESET',
    name: 'RateLimitError',
  })

  it('where the agent throws what looks like it, and nothing was asked', async () => {
    const { outage, thrown } = await makeTestAttempt(async () => {
      throw bug
    })
    expect(thrown).toBe(bug)
    expect(outage).toBeUndefined()
  })

  it('where the agent throws it after the endpoint answered, at once or when it was asked again', async () => {
    for (const answers of [[status(200)], [status(503), status(429), status(200)]]) {
      const url = await endpoint(...answers)
      const { outage } = await makeTestAttempt(async () => {
        for (const _ of answers) await ask(url).catch(() => {})
        throw bug
      })
      expect(outage).toBeUndefined()
    }
  })

  it.each([400, 401, 404])('where it refused the agent with %i', async (code) => {
    const url = await endpoint(status(code))
    expect((await makeTestAttempt(async () => void (await ask(url)))).outage).toBeUndefined()
  })

  it('where another server of this machine failed, such as one that collects traces', async () => {
    const url = (await endpoint(status(500))).replace('chat/completions', 'traces')
    expect((await makeTestAttempt(async () => void (await ask(url)))).outage).toBeUndefined()
  })

  it('where tracewright made a tool fail, or a route leads to one that does', async () => {
    serveRoutes([route('POST http://127.0.0.1:49150/v1/messages', { tool: 'word_count' })])
    const faults = [{ tool: 'word_count', fault: 'server-error' as const, rate: 1 }]
    const { outage, trace } = await makeTestAttempt(
      async (request) => {
        await findTool(request, 'word_count')
          .invoke({ text: 'a' })
          .catch(() => {})
        await ask('http://127.0.0.1:49150/v1/messages', { body: '{"text":"a"}' })
      },
      { faults },
    )
    expect(trace.calls.length).toBeGreaterThan(0)
    expect(outage).toBeUndefined()
  })

  it('where the guard lets no request to the host out', async () => {
    const guard = createGuardState()
    guard.refuse = () => () => new Error('refused')
    onTestFinished(() => {
      guard.refuse = undefined
    })
    const { outage, thrown } = await makeTestAttempt(
      async () => void (await ask('http://model.invalid/v1/messages')),
    )
    expect(thrown).toBeDefined()
    expect(outage).toBeUndefined()
  })

  it('where the attempt’s own time was over first', async () => {
    const url = await endpoint(silence)
    const { outage } = await makeTestAttempt(async ({ signal }) => void (await ask(url, { signal })), {
      timeout: 100,
    })
    expect(outage).toBeUndefined()
  })

  it('where another attempt’s was', async () => {
    const out = await endpoint(status(503))
    const up = await endpoint(status(200))
    const both = await Promise.all([
      makeTestAttempt(async () => void (await ask(out))),
      makeTestAttempt(async () => void (await ask(up))),
    ])
    expect(both.map(({ outage }) => outage !== undefined)).toEqual([true, false])
  })
})
