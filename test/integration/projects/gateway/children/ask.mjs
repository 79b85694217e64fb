/** Asks an address by a client, and says what it got: `node ask.mjs CLIENT URL`. */
import dgram from 'node:dgram'
import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { ProxyAgent, fetch as undiciFetch } from 'undici'

const init = {
  method: 'POST',
  headers: { 'x-asked': 'yes', 'content-type': 'application/json' },
  body: '{"a":1}',
}

const viaNode = (url) =>
  new Promise((done, fail) => {
    const request = (url.startsWith('https') ? https : http).request(url, init, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk)).on('end', () => done(text))
    })
    request.on('error', fail)
    request.end(init.body)
  })

const said = (error) => (error.cause === undefined ? error.message : `${error.message}: ${said(error.cause)}`)

const hostOf = (url) => new URL(url).hostname

const datagram = (url, send) =>
  new Promise((done, fail) => {
    const socket = dgram.createSocket('udp4')
    const end = (error) => {
      socket.close()
      if (error) fail(error)
      else done('sent')
    }
    send(socket, Number(new URL(url).port || 443), hostOf(url), end)
  })

const CLIENTS = {
  lookup: async (url) => JSON.stringify(await promisify(dns.lookup)(hostOf(url))),
  'lookup, promise': async (url) => (await dns.promises.lookup(hostOf(url))).address,
  resolver: async (url) => String(await promisify(dns.resolve4)(hostOf(url))),
  'resolver, promise': async (url) => String(await dns.promises.resolveTxt(hostOf(url))),
  'own resolver': async (url) => String(await new dns.promises.Resolver().resolve4(hostOf(url))),
  datagram: (url) => datagram(url, (socket, port, host, end) => socket.send('a', port, host, end)),
  'sliced datagram': (url) =>
    datagram(url, (socket, port, host, end) => socket.send(Buffer.from('abc'), 0, 1, port, host, end)),
  'connected datagram': (url) =>
    datagram(url, (socket, port, host, end) =>
      socket.connect(port, host, (error) => (error ? end(error) : socket.send('a', end))),
    ),
  fetch: async (url) => (await fetch(url, init)).text(),
  node: viaNode,
  undici: async (url) => (await undiciFetch(url, init)).text(),
  proxy: async (url) =>
    (await undiciFetch(url, { dispatcher: new ProxyAgent(process.env.ASKED_PROXY) })).text(),
}

export const ask = (client, url) => CLIENTS[client](url).catch(said)

const [client, url] = workerData?.ask ?? process.argv.slice(2)
if (client !== undefined && CLIENTS[client] !== undefined) {
  const answer = await ask(client, url)
  if (parentPort !== null && workerData?.ask) parentPort.postMessage(answer)
  else if (process.send) process.send(answer)
  else process.stdout.write(answer)
}
