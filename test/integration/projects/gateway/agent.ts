import { execFile, fork, spawnSync } from 'node:child_process'
import dns from 'node:dns'
import http from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { Agent, EnvHttpProxyAgent, ProxyAgent, request, fetch as undiciFetch } from 'undici'
import { ask } from './children/ask.mjs'

const run = promisify(execFile)
const child = fileURLToPath(new URL('./children/ask.mjs', import.meta.url))
const node = process.execPath
const init = {
  method: 'POST',
  headers: { 'x-asked': 'yes', 'content-type': 'application/json' },
  body: '{"a":1}',
}

/** Kept over cases, with its connections. */
const agent = new Agent({ connections: 1, keepAliveTimeout: 60_000 })

const output = async (file: string, args: string[], options = {}): Promise<string> =>
  String((await run(file, args, options)).stdout)

const viaThread = (client: string, url: string, options = {}): Promise<string> =>
  new Promise((done, fail) => {
    const thread = new Worker(child, { workerData: { ask: [client, url] }, ...options })
    thread.once('message', done).once('error', fail)
  })

/** A thread of source, which node runs before it loads any module. */
const viaSource = (source: string, url: string, options = {}): Promise<string> =>
  new Promise((done, fail) => {
    const thread = new Worker(source, { eval: true, workerData: { url, init }, ...options })
    thread.once('message', done).once('error', fail)
  })
const ASK = `fetch(workerData.url, workerData.init).then((r) => r.text(), (e) => e.message + ': ' + e.cause?.message)
  .then((text) => parentPort.postMessage(text))`
const SOURCE = `const { parentPort, workerData } = require('node:worker_threads'); ${ASK}`

/** Ways of the worker itself that threads and processes have too. */
const ASKED = [
  'fetch',
  'node',
  'lookup',
  'lookup, promise',
  'resolver',
  'resolver, promise',
  'own resolver',
  'datagram',
  'sliced datagram',
  'connected datagram',
]

/** A tunnel over SOCKS 5 to the host of a URL, as clients of `ALL_PROXY` open it. */
const viaSocks = (proxy: string, url: string): Promise<string> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(proxy)
    const host = new URL(url).hostname
    const socket = net.connect(Number(port), hostname, () => socket.write(Buffer.from([5, 1, 0])))
    socket.on('error', fail).once('data', () => {
      socket.write(Buffer.from([5, 1, 0, 3, host.length, ...Buffer.from(host), 1, 187]))
      socket.once('data', () => done('a tunnel')).once('close', () => done('closed'))
    })
  })

/** A request with a whole URL in its first line, which msw does not see. */
const viaRequestLine = (proxy: string, url: string): Promise<string> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(proxy)
    const socket = net.connect(Number(port), hostname).on('error', fail)
    socket.once('data', (data) => done(String(data)))
    socket.end(`GET ${url} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`)
  })

const { PROXY = '', OTHER_PROXY = '' } = process.env

const WAYS: Record<string, (url: string) => Promise<string>> = {
  'own undici, global agent': async (url) => (await undiciFetch(url, init)).text(),
  'own undici, fetch': async (url) => (await undiciFetch(url, { ...init, dispatcher: agent })).text(),
  'own undici, request': async (url) =>
    (await request(url, { ...init, method: 'POST', dispatcher: agent })).body.text(),
  'worker thread, fetch': (url) => viaThread('fetch', url),
  'worker thread, node': (url) => viaThread('node', url),
  'worker thread, undici': (url) => viaThread('undici', url),
  'worker thread with an environment': (url) => viaThread('fetch', url, { env: {}, execArgv: [] }),
  'thread of source': (url) => viaSource(SOURCE, url),
  'thread of strict source with an environment': (url) =>
    viaSource(`'use strict'; ${SOURCE}`, url, { env: {}, execArgv: [] }),
  'thread of source as a module': (url) =>
    viaSource(`import { parentPort, workerData } from 'node:worker_threads'; ${ASK}`, url, {
      execArgv: ['--input-type=module'],
    }),
  'child, fetch': (url) => output(node, [child, 'fetch', url]),
  'child, node': (url) => output(node, [child, 'node', url]),
  'child, undici': (url) => output(node, [child, 'undici', url]),
  'child with an environment': (url) =>
    output(node, [child, 'fetch', url], { env: { PATH: process.env.PATH } }),
  'child of a shell': (url) => output('sh', ['-c', `"${node}" "${child}" fetch "${url}"`]),
  'forked child': (url) =>
    new Promise((done, fail) => {
      fork(child, ['fetch', url])
        .once('message', (answer) => done(String(answer)))
        .once('error', fail)
    }),
  ...Object.fromEntries(ASKED.map((client) => [client, (url: string) => ask(client, url)])),
  ...Object.fromEntries(
    ['resolver', 'datagram'].flatMap((client) => [
      [`worker thread, ${client}`, (url: string) => viaThread(client, url)],
      [`child, ${client}`, (url: string) => output(node, [child, client, url])],
    ]),
  ),
  'child that is waited for': async (url) =>
    String(spawnSync(node, [child, 'fetch', url], { encoding: 'utf8' }).stdout),
  'HTTP/2': (url) =>
    new Promise((done, fail) => {
      const session = http2.connect(url)
      session.once('error', fail)
      const stream = session.request({ ':path': new URL(url).pathname, ':method': 'POST' })
      stream.once('response', () => done('a response')).on('error', () => {})
    }),
  'proxy of the environment, undici': async (url) =>
    (await undiciFetch(url, { dispatcher: new EnvHttpProxyAgent() })).text(),
  'proxy of the environment, request line': (url) => viaRequestLine(PROXY, url),
  'proxy of the environment, SOCKS': (url) => viaSocks(PROXY, url),
  'proxy of the environment, raw': (url) =>
    new Promise((done, fail) => {
      const { hostname, port } = new URL(PROXY)
      const socket = net.connect(Number(port), hostname).on('error', fail)
      socket.once('close', () => done('closed')).end(`an unknown protocol for ${url}`)
    }),
  'proxy of the environment, curl -x': (url) => output('curl', ['-sS', '-x', PROXY, url]),
  'proxy of the environment, curl -x, sync': async (url) =>
    String(spawnSync('curl', ['-sS', '-x', PROXY, url]).stderr),
  'another proxy, undici': async (url) =>
    (await undiciFetch(url, { dispatcher: new ProxyAgent(OTHER_PROXY) })).text(),
  'another proxy, request line': (url) => viaRequestLine(OTHER_PROXY, url),
  'another proxy, SOCKS': (url) => viaSocks(OTHER_PROXY, url),
  'another proxy, child': (url) =>
    output(node, [child, 'proxy', url], { env: { ...process.env, ASKED_PROXY: OTHER_PROXY } }),
  curl: (url) =>
    output('curl', [
      '-sS',
      '-m',
      '20',
      '-X',
      'POST',
      '-H',
      'x-asked: yes',
      '-H',
      'content-type: application/json',
      '-d',
      '{"a":1}',
      url,
    ]),
  python: (url) =>
    output('python3', [
      '-c',
      'import sys, urllib.request as r; print(r.urlopen(r.Request(sys.argv[1], b\'{"a":1}\', {"x-asked": "yes", "content-type": "application/json"}), timeout=20).read().decode())',
      url,
    ]),
  'python http.client': (url) =>
    output('python3', [
      '-c',
      'import sys, http.client as c, urllib.parse as p; u = p.urlsplit(sys.argv[1]); k = c.HTTPSConnection if u.scheme == "https" else c.HTTPConnection; h = k(u.hostname, timeout=5); h.request("POST", u.path, "{}"); print(h.getresponse().status)',
      url,
    ]),
  'python socket': (url) =>
    output('python3', [
      '-c',
      'import sys, socket as s, urllib.parse as p; u = p.urlsplit(sys.argv[1]); print(s.create_connection((u.hostname, u.port or (443 if u.scheme == "https" else 80)), 5))',
      url,
    ]),
  'loopback under other names': async (url) => {
    const { port } = new URL(url)
    const asked = (host: string, lookup?: unknown): Promise<string> =>
      new Promise((done) => {
        const options = { host, port, agent: false, ...(lookup ? { lookup } : {}) }
        http
          .get(options as http.RequestOptions, (response) => {
            response.resume()
            done(`${host}: ${response.statusCode}`)
          })
          .on('error', (error) => done(`${host}: ${error.message}`))
      })
    const elsewhere = (_: string, options: { all?: boolean }, done: (...args: unknown[]) => void): void =>
      options.all ? done(null, [{ address: '203.0.113.9', family: 4 }]) : done(null, '203.0.113.9', 4)
    const { hostname, networkInterfaces } = await import('node:os')
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    const outer = addresses.filter(({ internal, family }) => !internal && family === 'IPv4')
    const names = [
      ...['0.0.0.0', 'localhost.', '127.1', '::ffff:7f00:1', hostname()],
      ...outer.map(({ address }) => address),
    ]
    const answers = [
      ...(await Promise.all(names.map((name) => asked(name)))),
      await asked('localhost', elsewhere),
    ]
    const { lookup } = dns
    dns.lookup = elsewhere as typeof lookup
    answers.push(await asked('localhost'))
    dns.lookup = lookup
    return JSON.stringify(answers)
  },
}

const said = (error: Error & { stderr?: string }): string =>
  `${error.message}${error.stderr ?? ''}${error.cause === undefined ? '' : `: ${said(error.cause as Error)}`}`

export default {
  name: 'asker',
  async run({ prompt }: { prompt: string }): Promise<string> {
    const [, way = '', url = ''] = /<(.*)> (\S+)/.exec(prompt) ?? []
    return (await WAYS[way]?.(url).catch(said)) ?? 'no such way'
  },
}
