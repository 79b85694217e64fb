import type { SetupServer } from 'msw/node'

const EVENTS = ['response:mocked', 'response:bypass'] as const

async function readToEnd(body: ReadableStream<unknown>): Promise<void> {
  const reader = body.getReader()
  while (!(await reader.read()).done);
}

const swallow = (): void => {}

/** Nobody but us listens to a server of our own. */
function read({ response: { body } }: { response: Response }): void {
  if (body !== null) readToEnd(body).catch(swallow)
}

/** Listeners of the user's may read what they got at any later time. */
function readCopy({ response }: { response: Response }): void {
  // A listener that was there before may have begun to read it.
  if (response.body === null || response.bodyUsed || response.body.locked) return
  read({ response: response.clone() })
}

/**
 * Reads the copy of each response that msw hands to listeners. In msw 2 a body of `fetch` cannot be cancelled before its
 * copy was read (https://github.com/mswjs/interceptors/issues/712), and a client that drops the body of a 429 before it
 * tries again, as that of OpenAI does, waits for ever. It now waits for the end of the response, where msw 3 does not.
 * May be called again, after `removeAllListeners()`.
 */
export function readCopies({ events }: Partial<Pick<SetupServer, 'events'>>, isOwn: boolean): void {
  const listener = isOwn ? read : readCopy
  for (const name of EVENTS) {
    events?.removeListener(name, listener)
    events?.on(name, listener)
  }
}
