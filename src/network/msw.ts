/**
 * The parts of msw that a run loads: its root entry loads GraphQL as well, which takes a third of the time. What only some
 * requests need is imported from there when they come.
 */
import { STATUS_CODES } from 'node:http'
import type { http as Http } from 'msw'
import { BODILESS } from './send.ts'

/** Not a literal: Vite refuses a file with an import that it cannot resolve, and each major of msw lacks one of the two. */
const importHttp = (place: string): Promise<{ http: typeof Http }> => import(/* @vite-ignore */ place)

/** What routes are made by, from where msw 2 or msw 3 has it. */
export const { http } = await importHttp('msw/core/http').catch(() => importHttp('msw/http'))

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
