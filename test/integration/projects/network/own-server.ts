import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

const server = setupServer(
  http.get('https://api.mine.example/', () => HttpResponse.text('my own mock')),
  http.get('http://localhost:47999/mocked', () => HttpResponse.text('my own loopback mock')),
)

const strategy = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as Parameters<
  typeof server.listen
>[0]
beforeAll(() => server.listen(strategy))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
