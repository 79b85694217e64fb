import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { route } from '../../../src/network/routes/route.ts'
import { serveRoutes } from '../../../src/network/routes/table.ts'
import { adoptServer, intercept } from '../../../src/network/server.ts'
import { makeTestAttempt } from '../../support/attempts.ts'
import { type LocalServer, serveLocally } from '../../support/local-server.ts'

const WEATHER = 'https://api.example.com/weather/Lima'

let host: LocalServer
beforeAll(async () => {
  host = await serveLocally((request, response) => {
    if (request.url === '/missing') {
      response.writeHead(404).end('There is no such thing.')
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    setTimeout(() => response.end(), 100)
  })
})
afterAll(() => host.close())
beforeEach(() => serveRoutes([route('GET https://api.example.com/weather/:city', { tool: 'get_weather' })]))
afterAll(() => serveRoutes([]))

/** Clients drop bodies in one of these ways before they try again. */
const WAYS: Record<string, (body: ReadableStream<Uint8Array>) => Promise<unknown>> = {
  'cancel()': (body) => body.cancel(),
  'getReader().cancel()': (body) => body.getReader().cancel(),
  'return() of its iterator': async (body) => body[Symbol.asyncIterator]().return?.(),
}
const MS = 5000
const within = (done: Promise<unknown>): Promise<unknown> => {
  const late = new Promise((resolve) => setTimeout(resolve, MS, 'still waiting').unref())
  return Promise.race([done.then(() => 'done'), late])
}

describe('a body that the agent does not read', () => {
  it.each(Object.entries(WAYS))('can be dropped by %s, and the call made again', async (_, drop) => {
    const seen: unknown[] = []
    const { trace } = await makeTestAttempt(
      async () => {
        for (let tries = 0; tries < 3; tries += 1) {
          const response = await fetch(WEATHER)
          seen.push(response.status)
          if (response.ok) return response.text()
          seen.push(await within(drop(response.body as ReadableStream<Uint8Array>)))
        }
        return 'none'
      },
      { faults: [{ fault: 'rate-limit', on: 1 }] },
    )
    expect(seen).toEqual([429, 'done', 200])
    expect(trace.calls.map(({ status }) => status)).toEqual([429, 200])
  })

  it('can be dropped where another host answered, and where its stream goes on', async () => {
    intercept()
    const missing = await fetch(`${host.origin}/missing`)
    expect(await within((missing.body as ReadableStream).cancel())).toBe('done')
    const stream = await fetch(`${host.origin}/stream`)
    expect(await within((stream.body as ReadableStream).cancel())).toBe('done')
  })
})

describe('a body that a server of the user’s answers', () => {
  it('can be dropped, while listeners of the user’s read it when they like', async () => {
    const server = adoptServer(setupServer(http.get('https://own.example/x', () => HttpResponse.text('own'))))
    const read: Promise<string>[] = []
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const listen = () =>
      server.events.on('response:mocked', ({ response }) => {
        read.push(pause(50).then(() => response.text()))
      })
    intercept()
    server.listen()
    try {
      const early: string[] = []
      server.events.on('response:mocked', async ({ response: { body } }) => {
        const reader = body?.getReader()
        await pause(20)
        const { value } = (await reader?.read()) ?? {}
        early.push(new TextDecoder().decode(value))
      })
      // Ours comes behind it, as where the user's was there first.
      intercept()
      expect(await (await fetch('https://own.example/x')).text()).toBe('own')
      await expect.poll(() => early).toEqual(['own'])
      server.events.removeAllListeners()
      intercept()
      const unheard = await fetch('https://own.example/x')
      expect(await within((unheard.body as ReadableStream).cancel())).toBe('done')
      listen()
      const first = await fetch('https://own.example/x')
      expect(await within((first.body as ReadableStream).cancel())).toBe('done')
      server.events.removeAllListeners()
      listen()
      // The plugin does so before each case.
      intercept()
      const second = await fetch('https://own.example/x')
      expect(await within((second.body as ReadableStream).cancel())).toBe('done')
      expect(await Promise.all(read)).toEqual(['own', 'own'])
      expect(await (await fetch('https://own.example/x')).text()).toBe('own')
    } finally {
      server.close()
    }
  })
})
