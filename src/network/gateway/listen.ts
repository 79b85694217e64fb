import { createServer as createHttpServer, type Server } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { clearTimeout, setTimeout } from '../../shared/timer.ts'
import { answer, refuseUnread, refuseUpgrade } from './answer.ts'
import { type Destination, parseHead } from './destination.ts'

/** Milliseconds that a client may take until it says something; one that waits for the server speaks no HTTP. */
const SILENCE = 2000
/** Most bytes of the line in front. */
const MAX_HEADER_BYTES = 1024

/** One gateway a worker: this module may be loaded through several paths. */
const KEY = Symbol.for('tracewright.gateway')
const holder = globalThis as { [KEY]?: Promise<number> | number }

/** Port of the gateway, 0 where it does not listen. */
export const gatewayPort = (): number => (typeof holder[KEY] === 'number' ? holder[KEY] : 0)

/** Reads the line in front of a connection, and hands the rest to the server for HTTP. */
function receive(socket: Socket, http: Server, destinations: WeakMap<Socket, Destination>): void {
  let read = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  const onData = (chunk: Buffer): void => {
    read = Buffer.concat([read, chunk])
    const end = read.indexOf('\n')
    if (end < 0 && read.length < MAX_HEADER_BYTES) return
    socket.off('data', onData)
    socket.pause()
    const destination = parseHead(read.subarray(0, Math.max(end, 0)).toString('latin1'))
    // Without the line in front it is the request of a client that was led here by the variables of a proxy.
    const rest = destination === undefined ? read : read.subarray(end + 1)
    if (destination !== undefined) {
      destinations.set(socket, destination)
      const timer = setTimeout(() => {
        if (socket.bytesRead > end + 1) return
        refuseUnread(destination)
        socket.destroy()
      }, SILENCE)
      timer.unref()
      socket.once('close', () => clearTimeout(timer))
    }
    if (rest.length > 0) socket.unshift(rest)
    http.emit('connection', socket)
    process.nextTick(() => socket.resume())
  }
  socket.on('data', onData)
}

function start(): Promise<number> {
  const destinations = new WeakMap<Socket, Destination>()
  const http = createHttpServer((request, response) => {
    void answer(request, response, destinations.get(request.socket))
  })
  http.on('upgrade', (request, socket) => refuseUpgrade(request, socket, destinations.get(request.socket)))
  http.on('connect', (request, socket) => refuseUpgrade(request, socket, undefined))
  http.on('clientError', (_error, socket) => {
    const destination = destinations.get(socket as Socket)
    if (destination !== undefined) refuseUnread(destination)
    socket.destroy()
  })
  const server = createServer((socket) => receive(socket, http, destinations))
  server.unref()
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port))
  })
}

/** Has the gateway of this worker listen from here on. */
export async function openGateway(): Promise<void> {
  holder[KEY] ??= start()
  holder[KEY] = await holder[KEY]
}
