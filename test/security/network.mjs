#!/usr/bin/env node
/**
 * Makes the table of docs/network.md: tries every way out of a case, in both pools, and looks at what arrives. It runs in
 * a network namespace of its own, whose addresses 198.51.100.0/24 lead to listeners here and count as other machines, and
 * whose name server is here too. `--write` puts the table into the page, `--check` compares it with the page. Where this
 * machine may not make a namespace it is skipped by name. Needs a build.
 */
import { spawn, spawnSync } from 'node:child_process'
import dgram from 'node:dgram'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import net from 'node:net'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const page = join(root, 'docs/network.md')
const [BEGIN, END] = ['<!-- made by test/security/network.mjs -->\n\n', '\n<!-- end -->']

const PREFIX = '198.51.100'
const NAME_SERVER = `${PREFIX}.2`
const SCHEMES = ['http', 'https']
const POOLS = ['forks', 'threads']

/** Rows of the table: what a way is called there, and in `test/integration/projects/gateway/agent.ts`. */
const ROWS = [
  ['`fetch`, `node:http`, `node:https`', ['fetch', 'node']],
  ['a copy of undici of its own: `fetch`, `request`', ['own undici, fetch', 'own undici, request']],
  ['HTTP/2 (`node:http2`)', ['HTTP/2']],
  [
    'worker thread: `fetch`, `node:https`, undici',
    ['worker thread, fetch', 'worker thread, node', 'worker thread, undici'],
  ],
  ['worker thread with `env: {}`, `execArgv: []`', ['worker thread with an environment']],
  [
    'worker thread of source (`eval: true`)',
    ['thread of source', 'thread of strict source with an environment', 'thread of source as a module'],
  ],
  [
    'node child (`spawn`, `execFile`): `fetch`, `https`, undici',
    ['child, fetch', 'child, node', 'child, undici'],
  ],
  ['node child with an environment of its own, as MCP over stdio', ['child with an environment']],
  ['node child of a shell', ['child of a shell']],
  ['node child, `fork`', ['forked child']],
  ['node child that is waited for: `spawnSync`, `execSync`', ['child that is waited for']],
  ['name servers: `dns.lookup`', ['lookup', 'lookup, promise']],
  ['name servers: `dns.resolve…`, `Resolver`', ['resolver', 'resolver, promise', 'own resolver']],
  ['name servers, in a worker thread and a node child', ['worker thread, resolver', 'child, resolver']],
  ['datagrams: `node:dgram`', ['datagram', 'sliced datagram', 'connected datagram']],
  ['datagrams, in a worker thread and a node child', ['worker thread, datagram', 'child, datagram']],
  ['programs that heed proxies: curl', ['curl']],
  ['programs that heed proxies: Python `urllib`', ['python']],
  ['Python `http.client`', ['python http.client']],
  ['Python `socket`', ['python socket']],
]
const WAYS = ROWS.flatMap(([, ways]) => ways)

/** Ends with what is wrong. */
function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** Runs this script in a namespace of its own. */
function enter() {
  if (!existsSync(join(root, 'dist/plugin.js'))) fail('There is no build. Run `npm run build` first.')
  const folder = mkdtempSync(join(root, '.work', 'network-'))
  writeFileSync(join(folder, 'resolv.conf'), `nameserver ${NAME_SERVER}\noptions timeout:2 attempts:1\n`)
  const prepare = [
    'ip link set lo up',
    `ip route add local ${PREFIX}.0/24 dev lo`,
    `mount --bind "${join(folder, 'resolv.conf')}" /etc/resolv.conf`,
  ].join(' && ')
  const unshare = (command, stdio) =>
    spawnSync('unshare', ['-rnm', 'sh', '-c', `${prepare} && ${command}`], { stdio }).status
  try {
    if (unshare('true', 'ignore') !== 0) {
      process.stdout.write(
        'skipped: this machine may not make a network namespace (unshare -rnm, ip, mount)\n',
      )
      return 0
    }
    const args = process.argv.slice(2).join(' ')
    return (
      unshare(
        `exec "${process.execPath}" "${import.meta.filename}" --inside "${folder}" ${args}`,
        'inherit',
      ) ?? 1
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What arrived, by host. */
const arrived = new Map()
const note = (host, what) => arrived.set(host, (arrived.get(host) ?? new Set()).add(what))

/** Hosts by their addresses: one for each way, scheme and column of the table, so that it is known whose a connection is. */
const hosts = new Map()
const hostOf = (way, scheme, isRoute) =>
  `${scheme}-${WAYS.indexOf(way)}.${isRoute ? 'routed' : 'outside'}.example`
for (const isRoute of [true, false])
  for (const scheme of SCHEMES)
    for (const way of WAYS) hosts.set(`${PREFIX}.${hosts.size + 10}`, hostOf(way, scheme, isRoute))
const addressOf = new Map([...hosts].map(([address, host]) => [host, address]))

/** The name and type of a query, and where it ends. */
function questionIn(query) {
  const labels = []
  let at = 12
  for (let length = query[at]; length > 0; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Answers with the address of a host, and with nothing where something else is asked. */
function answerTo(query, { name, type, end }) {
  const address = type === 1 ? addressOf.get(name) : undefined
  const head = Buffer.from(query.subarray(0, end))
  head.writeUInt16BE(0x8180, 2)
  for (const [at, count] of [
    [6, address === undefined ? 0 : 1],
    [8, 0],
    [10, 0],
  ])
    head.writeUInt16BE(count, at)
  if (address === undefined) return head
  return Buffer.concat([
    head,
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]),
  ])
}

async function listen() {
  const names = dgram.createSocket('udp4')
  names.on('message', (query, { port, address }) => {
    const question = questionIn(query)
    note(question.name, 'a query')
    names.send(answerTo(query, question), port, address)
  })
  await new Promise((done) => names.bind(53, NAME_SERVER, done))
  const server = http.createServer((_, response) => response.end('outside'))
  for (const port of [80, 443]) {
    const listener = net.createServer((socket) => {
      const host = hosts.get(socket.localAddress.replace(/^::ffff:/, ''))
      if (host !== undefined) note(host, 'a connection')
      socket.on('error', () => {})
      if (port === 80) server.emit('connection', socket)
      else socket.destroy()
    })
    await new Promise((done) => listener.listen(port, '0.0.0.0', done))
  }
  for (const [address, host] of hosts) {
    const socket = dgram.createSocket('udp4')
    socket.on('message', () => note(host, 'a datagram'))
    await new Promise((done) => socket.bind(443, address, done))
  }
}

const taskOf = ({ id, way, url }) => ({
  task_id: id,
  level: 'L0_node',
  prompt: `<${way}> ${url}`,
  available_tools: ['get_weather'],
  expected_trace: { steps: [{ step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' } }] },
  world: { seed: 7, fixed: true },
})

const ASKED = SCHEMES.flatMap((scheme) =>
  WAYS.flatMap((way) =>
    [true, false].map((isRoute) => {
      const host = hostOf(way, scheme, isRoute)
      return {
        id: host.replaceAll('.', '_'),
        way,
        scheme,
        isRoute,
        host,
        url: `${scheme}://${host}/v1/weather/Oslo`,
      }
    }),
  ),
)
const ROUTES = ASKED.filter(({ isRoute }) => isRoute).map(({ url }) => new URL(url).origin)

/** Makes a project of all ways and runs it in a pool; gives the traces by task. */
async function tracesOf(folder, pool) {
  const project = join(folder, pool)
  cpSync(join(root, 'test/integration/projects/gateway'), project, { recursive: true })
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(root, join(project, 'node_modules/tracewright'))
  writeFileSync(
    join(project, 'ways.suite.jsonl'),
    ASKED.map((asked) => JSON.stringify(taskOf(asked))).join('\n'),
  )
  const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run'], {
    cwd: project,
    env: {
      ...process.env,
      HERE: ROUTES.join(' '),
      NO_COLOR: '1',
      CI: '1',
      POOL: pool,
      OPTIONS: '{"timeout":30000}',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) fail(output)
  const results = join(project, '.vitest/tracewright')
  const lines = readdirSync(results)
    .filter((file) => /^traces-.*\.jsonl$/.test(file))
    .flatMap((file) => readFileSync(join(results, file), 'utf8').split('\n'))
    .filter((line) => line.includes('"task_id"'))
  return new Map(
    lines
      .map((line) => JSON.parse(line))
      .map((one) => one.trace ?? one)
      .map((trace) => [trace.task_id, trace]),
  )
}

/** What became of one request. */
function outcomeOf({ host, way }, { calls, refused = [], final_answer, failure }) {
  if (calls.length > 0) return 'answered'
  const [came, answer] = [arrived.get(host) ?? new Set(), `${final_answer} ${failure}`]
  if (came.has('a connection') || came.has('a datagram')) return '**open**'
  const isNamed = refused.some((one) => one.startsWith(host))
  const isSaid = /Blocked request to |Failed to connect to /.test(answer)
  const outcome =
    isNamed && isSaid
      ? 'refused by name'
      : isNamed
        ? 'stopped, and named'
        : isSaid
          ? 'refused in the child, by name; not in `run.json`'
          : 'stopped'
  if (!came.has('a query')) return outcome
  return /lookup|resolver/.test(way) ? '**open**' : `${outcome}; **the name server is asked**`
}

/** One cell: one outcome, or those by scheme and way where they differ. */
function cellOf(outcomes) {
  const texts = new Set(outcomes.map(({ outcome }) => outcome))
  if (texts.size === 1) return [...texts][0]
  const schemes = SCHEMES.map((scheme) => [
    scheme,
    [...new Set(outcomes.filter((one) => one.scheme === scheme).map(({ outcome }) => outcome))],
  ])
  if (schemes.every(([, all]) => all.length === 1))
    return schemes.map(([scheme, [outcome]]) => `${scheme}: ${outcome}`).join('; ')
  return outcomes.map(({ pool, scheme, way, outcome }) => `${pool}, ${scheme}, ${way}: ${outcome}`).join('; ')
}

const padded = (cells, widths) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`

function tableOf(rows) {
  const head = ['way', 'a route', 'another host']
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)))
  return [
    padded(head, widths),
    padded(
      widths.map((width) => '-'.repeat(width)),
      widths,
    ),
    ...rows.map((row) => padded(row, widths)),
  ].join('\n')
}

async function measure(folder) {
  await listen()
  const found = []
  for (const pool of POOLS) {
    arrived.clear()
    const traces = await tracesOf(folder, pool)
    for (const asked of ASKED) {
      const trace = traces.get(asked.id)
      if (trace === undefined) fail(`There is no trace of ${asked.id} in ${pool}.`)
      found.push({ ...asked, pool, outcome: outcomeOf(asked, trace) })
    }
  }
  return tableOf(
    ROWS.map(([label, ways]) => [
      label,
      ...[true, false].map((isRoute) =>
        cellOf(found.filter((one) => ways.includes(one.way) && one.isRoute === isRoute)),
      ),
    ]),
  )
}

if (process.argv[2] === '--inside') {
  const table = await measure(process.argv[3])
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)]
  if (process.argv.includes('--write'))
    writeFileSync(page, `${text.slice(0, from)}${table}\n${text.slice(to)}`)
  process.stdout.write(`${table}\n`)
  if (process.argv.includes('--check') && text.slice(from, to) !== `${table}\n`)
    fail(
      'docs/network.md has another table. Run `node test/security/network.mjs --write` and look at what changed.',
    )
  process.exit(0)
}
process.exit(enter())
