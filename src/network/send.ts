import { bypass } from 'msw'

/** Headers of one connection, or of an encoding that `fetch` has taken off. */
export const HOP_BY_HOP: readonly string[] = [
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
]

/** Sends a request past msw. */
export async function send(request: Request): Promise<Response> {
  const live = bypass(request)
  for (const name of HOP_BY_HOP) if (name !== 'content-encoding') live.headers.delete(name)
  return fetch(live)
}
