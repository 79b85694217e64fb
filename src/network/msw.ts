/**
 * The parts of msw that a run loads: its root entry loads GraphQL as well, which takes a third of the time. What only some
 * requests need is imported from there when they come.
 */
import { STATUS_CODES } from 'node:http'
import type { http as Http } from 'msw'
import { BODILESS } from './send.ts'

/** Where msw 3 has what msw 2 has in `msw/core/http`. */
const HTTP_OF_MSW_3 = 'msw/http'

export const { http } = (await import('msw/core/http').catch(() => import(HTTP_OF_MSW_3))) as {
  http: typeof Http
}

interface Head {
  /** 0 of a call that is lost counts as 200. */
  status?: number
  headers?: Record<string, string>
}

function buildTextResponse(type: string, body: string, { status: given, headers }: Head): Response {
  const status = given || 200
  const all = new Headers(headers)
  if (!all.has('content-type')) all.set('content-type', type)
  if (!all.has('content-length')) all.set('content-length', String(Buffer.byteLength(body)))
  return new Response(BODILESS.has(status) ? null : body, {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: all,
  })
}

/** A response with a text, its length, and the name of its status, as msw makes it. */
export const buildPlainResponse = (text: string): Response => buildTextResponse('text/plain', text, {})

/** The same with JSON. */
export const buildJsonResponse = (body: unknown, head: Head = {}): Response =>
  buildTextResponse('application/json', JSON.stringify(body), head)
