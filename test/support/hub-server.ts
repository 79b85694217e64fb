import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LocalServer, serveLocally } from './local-server.ts'

/** One answer of a server. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A server on loopback that gives the answers of a list, the last one for ever, and notes what it was asked. */
export interface TestServer extends LocalServer {
  requests: { path: string; headers: IncomingMessage['headers'] }[]
  /** The answers that are left. */
  answers: Answer[]
}

export async function serve(...answers: Answer[]): Promise<TestServer> {
  const requests: TestServer['requests'] = []
  const server = await serveLocally((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === undefined) response.writeHead(500).end()
    else answer(request, response)
  })
  return { ...server, requests, answers }
}

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** The name that git gives to a file of this content. */
export const gitSha1 = (content: Uint8Array): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')

export const COMMIT = '6631fbcf4191498bcc6991b7bbe98d032058f808'

/** How the hub leads to a large file: the store has it, the hub says what it is. */
export const lead =
  (to: string, content: Uint8Array, status = 302): Answer =>
  (_, response) =>
    response
      .writeHead(status, {
        location: to,
        'x-repo-commit': COMMIT,
        'x-linked-size': content.length,
        'x-linked-etag': `"${sha256(content)}"`,
      })
      .end('Found. Redirecting')

interface FileOptions {
  etag?: string
  headers?: { [name: string]: string }
  /** Sends so many bytes and breaks off, once they have arrived. */
  cut?: { bytes: number; arrived: () => boolean }
  /** Sends so many bytes and says no more. */
  hang?: number
}

/** A file as a store has it. */
export const file =
  (content: Uint8Array, { etag = '"v1"', headers = {}, cut, hang }: FileOptions = {}): Answer =>
  (_, response) => {
    response.writeHead(200, { etag, 'content-length': content.length, ...headers })
    const stop = cut?.bytes ?? hang
    if (stop === undefined) response.end(content)
    else response.write(content.subarray(0, stop))
    if (cut === undefined) return
    // What is on its way may be lost with the connection.
    const watch = setInterval(() => {
      if (!cut.arrived()) return
      clearInterval(watch)
      response.destroy()
    }, 2)
  }

/** A status and nothing else. */
export const status =
  (code: number, headers: { [name: string]: string } = {}): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end()
