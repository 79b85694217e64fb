import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { buildJsonResponse, buildPlainResponse } from '../../../src/network/msw.ts'

const read = async (response: Response) => ({
  status: response.status,
  statusText: response.statusText,
  headers: [...response.headers],
  body: response.body === null ? null : await response.text(),
})

describe('a response is the one that msw makes', () => {
  it.each([
    [{ a: 'ü' }, {}],
    [[], { status: 429, headers: { 'retry-after': '2' } }],
    [null, { status: 404, headers: { 'content-type': 'application/problem+json' } }],
    [{ lost: true }, { status: 0 }],
    [{}, { status: 304 }],
  ])('of %j with %j', async (body, head) => {
    expect(await read(buildJsonResponse(body, head))).toEqual(await read(HttpResponse.json(body, head)))
  })

  it('of a text', async () => {
    expect(await read(buildPlainResponse('wörds'))).toEqual(await read(HttpResponse.text('wörds')))
  })
})
