import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchProxied } from '../../../src/network/preload/proxies.ts'

const server = createServer((socket) => {
  socket.on('error', () => {}).on('data', (data) => received.push(data.toString('latin1')))
})
let received: string[] = []
beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
afterAll(() => void server.close())

/** Writes to a proxy of this machine that no variable names. Gives the error, if one write is refused. */
async function write(...writes: string[]): Promise<string | undefined> {
  received = []
  const { port } = server.address() as AddressInfo
  const refuse = (host: string) =>
    host === 'allowed.example' ? undefined : () => new Error(`refused ${host}`)
  const socket = new Socket()
  const state = { refuse, noted: Promise.resolve() } as unknown as Parameters<typeof watchProxied>[1]
  watchProxied(socket, state, { host: '127.0.0.1', port: String(port) })
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const failed = once(socket, 'error').then(([error]) => (error as Error).message)
  for (const text of writes) socket.write(text)
  const ended = new Promise<undefined>((done) => socket.once('finish', () => done(undefined)).end())
  const outcome = await Promise.race([failed, ended])
  socket.destroy()
  return outcome
}

const request = (line: string, body = ''): string =>
  `${line} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const ALLOWED = request('GET http://allowed.example/a')
const OTHER = request('GET http://outside.example/b')

it.each([
  ['in one write', [ALLOWED + OTHER]],
  ['in two writes', [ALLOWED, OTHER]],
  ['behind a request to the proxy itself', [request('GET /health'), OTHER]],
  ['behind one to the proxy itself, in one write', [request('GET /health') + OTHER]],
  ['as a tunnel', [ALLOWED, 'CONNECT outside.example:443 HTTP/1.1\r\n\r\n']],
  ['behind a body, in one write', [request('POST http://allowed.example/a', 'body') + OTHER]],
  ['behind a body', [request('POST http://allowed.example/a', 'body'), OTHER]],
])('refuses a pipelined request to another host: %s', async (_, writes) => {
  expect(await write(...writes)).toMatch(/^refused outside\.example The client asked the proxy 127\.0\.0\.1:/)
  expect(received.join('')).not.toContain('outside.example')
})

it.each([
  ['requests to allowed hosts', [ALLOWED + ALLOWED, ALLOWED]],
  ['what a tunnel carries', ['CONNECT allowed.example:443 HTTP/1.1\r\n\r\n', OTHER]],
  ['a body that shows a request', [request('POST /log', `GET http://outside.example/b HTTP/1.1\n\n`)]],
  ['a body of its own write', [`POST /log HTTP/1.1\r\ncontent-length: ${OTHER.length}\r\n\r\n`, OTHER]],
  ['another protocol', ['\u0001\u0002', OTHER]],
])('passes %s', async (_, writes) => {
  expect(await write(...writes)).toBeUndefined()
})
