import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { adoptServer, checkInterception, intercept } from '../../../src/network/server.ts'

/** Stands for a user's msw server: it keeps handlers and intercepts nothing. */
function userServer() {
  let handlers: unknown[] = []
  return {
    listen() {},
    close() {},
    use(...more: unknown[]) {
      handlers = [...more, ...handlers]
    },
    resetHandlers() {
      handlers = []
    },
    listHandlers: () => handlers as readonly RequestHandler[],
    boundary: undefined,
  }
}

describe('a user’s msw server', () => {
  const server = adoptServer(userServer() as unknown as Parameters<typeof adoptServer>[0])
  afterAll(() => server.close())

  it('holds our handlers while it listens, also after resetHandlers', async () => {
    intercept()
    await expect(checkInterception()).resolves.toBeUndefined()
    server.listen()
    const held = server.listHandlers().length
    expect(held).toBeGreaterThan(0)
    server.resetHandlers()
    expect(server.listHandlers()).toHaveLength(held)
    intercept()
    expect(server.listHandlers()).toHaveLength(held)
  })

  it('that does not answer our requests is noticed before an attempt', async () => {
    await expect(checkInterception()).rejects.toThrow(
      'another interceptor answers requests to http://tools.test',
    )
  })

  it('gives way to ours when it closes', async () => {
    server.close()
    await expect(checkInterception()).resolves.toBeUndefined()
  })
})

it('a server that a package starts while a case runs keeps its mocks, and tools are reached', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const told = { method: 'POST', body: 'hello' }
  const echo = http.post('https://own.example/x', async ({ request }) =>
    HttpResponse.text(await request.text()),
  )
  intercept()
  // Not adopted: an installed package imports msw itself.
  const servers = [setupServer(echo), setupServer(echo)]
  for (const server of servers) {
    server.listen({ onUnhandledRequest: 'error' })
    await expect(checkInterception()).resolves.toBeUndefined()
    expect(await (await fetch('https://own.example/x', told)).text()).toBe('hello')
  }
  for (const server of servers.toReversed()) {
    server.close()
    await expect(checkInterception()).resolves.toBeUndefined()
  }
  expect(printed).not.toHaveBeenCalled()
  printed.mockRestore()
})
