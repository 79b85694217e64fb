import { afterEach, expect, it, vi } from 'vitest'
import { route } from '../../../src/network/routes/route.ts'
import { Upstream } from '../../../src/network/routes/upstream.ts'

afterEach(() => void vi.unstubAllGlobals())

it('remembers a password that is sent and a token that the API gives: later requests may carry them', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: { refreshToken: 'planted-token-1', kind: 'bearer' } }),
  )
  const upstream = new Upstream()
  const { outcome } = await upstream.pass(new Request('https://api.example.com/login'), {
    id: 'call_1',
    route: route('GET https://api.example.com/login', { tool: 'log_in' }),
    routed: { params: {}, query: {}, body: { user: 'ann', password: 'planted-word-2' } } as never,
  })
  expect(outcome.status).toBe(200)
  expect([...upstream.secrets]).toEqual(['planted-word-2', 'planted-token-1'])
})
