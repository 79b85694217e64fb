/** Asks an address by a client, and says what it got: `node ask.mjs CLIENT URL`. */
import http from 'node:http'
import https from 'node:https'
import { parentPort, workerData } from 'node:worker_threads'
import { fetch as undiciFetch } from 'undici'

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

const CLIENTS = {
  fetch: async (url) => (await fetch(url, init)).text(),
  node: viaNode,
  undici: async (url) => (await undiciFetch(url, init)).text(),
}

export const ask = (client, url) => CLIENTS[client](url).catch(said)

const [client, url] = workerData?.ask ?? process.argv.slice(2)
if (client !== undefined && CLIENTS[client] !== undefined) {
  const answer = await ask(client, url)
  if (parentPort !== null && workerData?.ask) parentPort.postMessage(answer)
  else if (process.send) process.send(answer)
  else process.stdout.write(answer)
}
