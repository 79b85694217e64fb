import type { RequestHandler } from 'msw'
import { afterAll, describe, expect, it } from 'vitest'
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
