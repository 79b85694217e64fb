import { AsyncLocalStorage } from 'node:async_hooks'

/** Headers of one connection, or of an encoding that `fetch` has taken off. */
export const HOP_BY_HOP: readonly string[] =
  'connection content-encoding content-length expect host keep-alive transfer-encoding'.split(' ')

/** Statuses whose responses have no body. */
export const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304])

/** Set while a request is sent past msw. One of all copies of this module: the guard asks from another. */
const KEY = Symbol.for('tracewright.sending')
const holder = globalThis as { [KEY]?: AsyncLocalStorage<true> }
const readSendingStorage = (): AsyncLocalStorage<true> => (holder[KEY] ??= new AsyncLocalStorage())

/** Whether the current code sends a request past msw, so that its connection is made as it is. */
export const isSending = (): boolean => readSendingStorage().getStore() === true

export async function send(request: Request): Promise<Response> {
  const { bypass } = await import('msw')
  const live = bypass(request)
  for (const name of HOP_BY_HOP) if (name !== 'content-encoding') live.headers.delete(name)
  return readSendingStorage().run(true, () => fetch(live))
}

/** The text of bytes that are UTF-8; undefined for others. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
