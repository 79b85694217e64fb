import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on this machine. */
export interface LocalServer {
  origin: string
  /** Ends it with all its connections. */
  close(): Promise<void>
}

/** Serves at a port that is free. */
export async function serveLocally(answer: RequestListener, host = '127.0.0.1'): Promise<LocalServer> {
  const server = createServer(answer)
  // A connection that is idle for long must not end while a test goes on.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((done) => server.listen(0, host, done))
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

/** A port of this machine that nothing listens at. */
export async function findFreePort(): Promise<number> {
  const { origin, close } = await serveLocally(() => {})
  await close()
  return Number(new URL(origin).port)
}
