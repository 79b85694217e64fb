import { spawnSync } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveLocally } from '../support/local-server.ts'
import { createProject } from '../support/run-vitest.ts'

interface Asked {
  task_id: string
  way: string
  url: string
}

const HOST = 'api.acme.example'
const line = ({ task_id, way, url }: Asked): string =>
  JSON.stringify({
    task_id,
    level: 'L0_node',
    prompt: `<${way}> ${url}`,
    available_tools: ['get_weather'],
    expected_trace: { steps: [{ step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' } }] },
    world: { seed: 7, fixed: true },
  })

interface Recorded {
  task_id: string
  final_answer: string | null
  failure?: string
  refused?: string[]
  calls: { tool_name: string; arguments: object; result?: { temperature_celsius: number } }[]
}

async function tracesOf(asked: readonly Asked[], env: Record<string, string> = {}): Promise<Recorded[]> {
  const project = createProject('gateway', { 'tasks.suite.jsonl': asked.map(line).join('\n') })
  await project.exits(0, ['run'], env)
  const traces = project.traces() as unknown as Recorded[]
  return asked.map(({ task_id }) => traces.find((trace) => trace.task_id === task_id) as Recorded)
}

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0
const PROGRAMS = ['curl', 'python3'].filter(has).map((name) => name.replace('3', ''))

/** Ways in which routes apply, to either scheme. */
const ANSWERED = [
  'own undici, fetch',
  'own undici, request',
  'worker thread, fetch',
  'worker thread, node',
  'worker thread, undici',
  'worker thread with an environment',
  'thread of source',
  'thread of strict source with an environment',
  'thread of source as a module',
  'child, fetch',
  'child, node',
  'child, undici',
  'child with an environment',
  'child of a shell',
  'forked child',
]
const asks = (ways: readonly string[], url: string): Asked[] =>
  ways.map((way, i) => ({ task_id: `t${i}`, way, url }))

/** Ways that ask a name server or send a datagram. */
const ASKING = ['lookup', 'lookup, promise', 'resolver', 'resolver, promise', 'own resolver']
const SENDING = ['datagram', 'sliced datagram', 'connected datagram']
const NAMING = [
  ...ASKING,
  ...SENDING,
  'worker thread, resolver',
  'worker thread, datagram',
  'child, resolver',
  'child, datagram',
]
const HERE_TOO = ['lookup', 'lookup, promise', ...SENDING, 'child, datagram']

describe.each(['forks', 'threads'])('the gateway in %s', (POOL) => {
  const groups = {
    http: asks(ANSWERED, `http://${HOST}/v1/weather/Oslo`),
    https: asks(ANSWERED, `https://${HOST}/v1/weather/Oslo`),
    outside: asks([...ANSWERED, 'child that is waited for', ...PROGRAMS], 'https://outside.example/v1'),
    names: asks(NAMING, 'https://outside.example/'),
    here: [...asks(HERE_TOO, 'http://localhost:9/'), ...asks(['lookup'], 'http://x.localhost:9/')],
    http2: [...asks(['HTTP/2'], `https://${HOST}/v1`), ...asks(['HTTP/2'], `http://${HOST}/v1`)],
  }
  type Group = keyof typeof groups
  let traces: Recorded[] = []
  beforeAll(async () => {
    const asked = Object.values(groups).flat()
    traces = await tracesOf(
      asked.map((one, i) => ({ ...one, task_id: `t${i}` })),
      { POOL },
    )
  })
  /** The ways of a group, with what came of each. */
  const group = (name: Group): (Recorded & { way: string })[] => {
    const names = Object.keys(groups) as Group[]
    const before = names.slice(0, names.indexOf(name)).reduce((sum, one) => sum + groups[one].length, 0)
    return groups[name].map(({ way }, i) => ({ ...(traces[before + i] as Recorded), way }))
  }

  it.each(['http', 'https'] as const)(
    'gives every client over %s what its route gives, and the case its call',
    (scheme) => {
      for (const { way, final_answer, calls, refused } of group(scheme)) {
        expect(calls, `${way}: ${final_answer}`).toMatchObject([
          { tool_name: 'get_weather', arguments: { city: 'Oslo' } },
        ])
        expect(JSON.parse(final_answer ?? ''), way).toEqual({
          temperature_celsius: calls[0]?.result?.temperature_celsius,
          body: { a: 1 },
          header: 'yes',
        })
        expect(refused, way).toBeUndefined()
      }
    },
  )

  it('names a host that nothing answers, in every way', () => {
    for (const { way, final_answer, refused } of group('outside')) {
      if (!PROGRAMS.includes(way))
        expect(`${way}: ${final_answer}`).toMatch(
          /Blocked request to .*outside\.example|Failed to connect to outside\.example/,
        )
      if (way === 'child that is waited for') expect(final_answer).toContain('Start it with spawn')
      else expect(refused, `${way}: ${final_answer}`).toEqual(['outside.example:443'])
    }
  })

  it('closes name servers and datagrams, but to this machine', () => {
    for (const { way, final_answer, refused } of group('names')) {
      expect(`${way}: ${final_answer}`).toContain(': Blocked request to outside.example')
      expect(refused, way).toEqual([way.includes('datagram') ? 'outside.example:443' : 'outside.example'])
    }
    expect(group('here').map(({ final_answer }) => final_answer)).toEqual([
      expect.stringMatching(/^\{"address":"(?:127\.0\.0\.1|::1)","family":[46]\}$/),
      expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/),
      ...Array.from({ length: 4 }, () => 'sent'),
      expect.stringMatching(/^\{"address":"(?:127\.0\.0\.1|::1)"/),
    ])
  })

  it('names a host with a route that is asked over HTTP/2', () => {
    for (const [i, { failure, final_answer, refused }] of group('http2').entries()) {
      const port = [443, 80][i]
      expect(failure ?? final_answer).toContain(`Failed to connect to ${HOST}:${port} over HTTP/2`)
      expect(refused).toEqual([`${HOST}:${port}`])
    }
  })
})

it('lets name servers be asked for hosts that are allowed', async () => {
  const allowed = await tracesOf(asks(ASKING, 'https://outside.invalid/'), {
    OPTIONS: '{"allow":["outside.invalid"]}',
  })
  for (const { final_answer, refused } of allowed) {
    expect(final_answer).not.toContain('tracewright')
    expect(refused).toBeUndefined()
  }
})

it('counts each of 20 concurrent calls to its own case', async () => {
  const cities = Array.from({ length: 20 }, (_, i) => `City${i}`)
  const asked = cities.map((city, i) => ({
    task_id: `t${i}`,
    way: i % 2 === 0 ? 'own undici, global agent' : 'child, fetch',
    url: `https://${HOST}/v1/weather/${city}`,
  }))
  const traces = await tracesOf(asked, { OPTIONS: '{"concurrent":true}' })
  expect(traces.map(({ calls }) => calls.map(({ arguments: args }) => args))).toEqual(
    cities.map((city) => [{ city }]),
  )
})

it('serves other programs over http, and stops them over https', async () => {
  const asked = ['http', 'https'].flatMap((scheme) => asks(PROGRAMS, `${scheme}://${HOST}/v1/weather/Oslo`))
  const traces = await tracesOf(asked.map((one, i) => ({ ...one, task_id: `t${i}` })))
  for (const [i, { calls, final_answer, refused }] of traces.entries()) {
    if (i < PROGRAMS.length) {
      expect(calls, `${asked[i]?.way}: ${final_answer}`).toHaveLength(1)
      expect(JSON.parse(final_answer ?? '')).toMatchObject({ body: { a: 1 }, header: 'yes' })
    } else {
      expect(calls).toEqual([])
      expect(refused?.[0]).toContain(`${HOST}:443 (encrypted: its routes answer`)
    }
  }
})

it("gives what the user's own server mocks", async () => {
  const ways = ['own undici, fetch', 'worker thread, fetch', 'child, node']
  const mocked = await tracesOf(asks(ways, 'https://api.mine.example/v1'), { SETUP: './own-server.ts' })
  expect(mocked.map(({ final_answer }) => final_answer)).toEqual(ways.map(() => 'my own mock'))
})

it('answers for an address of this machine that has a route, in place of what listens there', async () => {
  const reached: (string | undefined)[] = []
  const { origin: HERE, close } = await serveLocally((request, response) => {
    reached.push(request.url)
    response.end('the real one')
  })
  const ways = [...ANSWERED, ...PROGRAMS]
  const traces = await tracesOf(
    [
      ...asks(ways, `${HERE}/v1/weather/Oslo`),
      { task_id: 'waited', way: 'child that is waited for', url: `${HERE}/v1/weather/Oslo` },
      { task_id: 'unrouted', way: 'own undici, fetch', url: `${HERE}/v2` },
    ],
    { HERE },
  )
  await close()
  expect(reached).toEqual([])
  for (const [i, way] of ways.entries()) {
    const { calls, final_answer } = traces[i] as Recorded
    expect(calls, `${way}: ${final_answer}`).toMatchObject([
      { tool_name: 'get_weather', arguments: { city: 'Oslo' } },
    ])
  }
  expect(traces.at(-2)?.final_answer).toContain('Blocked request to 127.0.0.1')
  expect(traces.at(-1)?.final_answer).toContain('no route takes')
})

it('starts no process and no thread where it may not', async () => {
  const ways = ['worker thread, fetch', 'child, fetch', 'forked child', 'child that is waited for']
  const traces = await tracesOf(asks(ways, `https://${HOST}/v1/weather/Oslo`), {
    OPTIONS: '{"children":"refuse"}',
  })
  for (const { final_answer, failure, refused, calls } of traces) {
    expect(final_answer ?? failure).toMatch(
      /^Failed to start .*: the plugin's option `children` forbids "t\d" to start/,
    )
    expect(refused).toEqual([expect.stringMatching(/^start of /)])
    expect(calls).toEqual([])
  }
})

it('counts other names of this machine as this machine, and its names by another lookup not', async () => {
  const { origin, close } = await serveLocally((_, response) => response.end('here'), '::')
  const port = origin.split(':').at(-1)
  const [trace] = await tracesOf(asks(['loopback under other names'], `http://localhost:${port}/`))
  await close()
  const answers = JSON.parse(trace?.final_answer ?? '[]') as string[]
  for (const answer of answers.slice(0, -2)) {
    // Not every resolver knows a name with the dot of the root.
    expect(answer).toMatch(/: 200$|^localhost\.: getaddrinfo/)
  }
  for (const answer of answers.slice(-2)) expect(answer).toContain('Blocked request to localhost')
  expect(trace?.refused).toEqual([`localhost:${port}`])
})

describe('a proxy on this machine', () => {
  /** The first bytes of each connection, and what follows a greeting of SOCKS. */
  const asked: string[] = []
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (data) => {
        if (data[0] === 5 && data.length === 3) return socket.write(Buffer.from([5, 0]))
        asked.push(data.toString('latin1'))
        socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n')
      })
  })
  let PROXY = ''
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    PROXY = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  const URL = 'https://outside.example/v1'
  const ENVIRONMENT = ['undici', 'request line', 'SOCKS', 'raw', 'curl -x', 'curl -x, sync']
    .filter((way) => !way.startsWith('curl') || PROGRAMS.includes('curl'))
    .map((way) => `proxy of the environment, ${way}`)
  const OTHER = ['undici', 'request line', 'SOCKS', 'child'].map((way) => `another proxy, ${way}`)

  it('passes nothing, and the case names where it was to lead', async () => {
    const other = PROXY.replace('127.0.0.1', 'localhost')
    const from = asks(ENVIRONMENT, URL)
    const env = { PROXY, ALL_PROXY: PROXY, https_proxy: PROXY }
    const traces = [
      ...(await tracesOf(from, env)),
      ...(await tracesOf(asks(OTHER, URL), { OTHER_PROXY: other })),
    ]
    const at = new globalThis.URL(PROXY).host
    for (const [i, way] of [...ENVIRONMENT, ...OTHER].entries()) {
      const { final_answer, failure, refused } = traces[i] as Recorded
      const isSeen = !/raw|curl/.test(way)
      const host = isSeen ? 'outside.example:443' : at
      expect(`${way}: ${final_answer ?? failure}`).toContain(`Blocked request to ${host}`)
      expect(refused, way).toEqual([host])
    }
    expect(asked).toEqual([])
  })

  it('passes what goes to an allowed host, if the environment names it', async () => {
    const ways = ENVIRONMENT.slice(0, 3)
    const OPTIONS = '{"allow":["outside.example"]}'
    const traces = await tracesOf(asks(ways, URL), { PROXY, ALL_PROXY: PROXY, https_proxy: PROXY, OPTIONS })
    for (const { refused } of traces) expect(refused).toBeUndefined()
    expect(asked).toEqual([
      expect.stringMatching(/^CONNECT outside\.example:443 /),
      expect.stringMatching(/^GET https:\/\/outside\.example\/v1 /),
      '\x05\x01\0\x03\x0foutside.example\x01\xbb',
    ])
  })
})
