import { HttpResponse } from 'msw'
import { delay } from '../shared/timer.ts'
import type { CallAnswer } from './answer-call.ts'

/** Waits, but no longer than somebody waits for it. */
export async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {})
}

/** An answer as a response: JSON, unless a fault lost it or made another text of it. */
export async function faultyResponseOf(
  { status, body, headers = {}, wire }: CallAnswer,
  signal?: AbortSignal,
): Promise<Response> {
  if (wire === undefined) return HttpResponse.json(body, { status, headers })
  if ('lost' in wire) {
    await waitFor(wire.lost, signal)
    return HttpResponse.error()
  }
  return new Response(wire.text, { status, headers: { 'content-type': 'application/json', ...headers } })
}
