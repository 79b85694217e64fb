import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileUrl, hubOf } from '../../../../src/suites/load/pull/hub.ts'
import { type PullRequest, pullSuite } from '../../../../src/suites/load/pull/pull-suite.ts'
import {
  type Answer,
  COMMIT,
  file,
  gitSha1,
  lead,
  serve,
  sha256,
  status,
  type TestServer,
} from '../../../support/hub-server.ts'
import { row } from '../rows.ts'

const SOURCE = { repo: 'owner/set', revision: 'main', file: 'test.jsonl' }

const suiteOf = (count: number, prompt = 'Weather in Oslo?') =>
  Buffer.from(
    Array.from({ length: count }, (_, i) => `${JSON.stringify(row({ task_id: `T${i}`, prompt }))}\n`).join(
      '',
    ),
  )
const content = suiteOf(40)
const other = suiteOf(41, 'Weather in Rome?')

let dir: string
let out: string
const servers: TestServer[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tracewright-pull-'))
  out = join(dir, 's.suite.jsonl')
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  rmSync(dir, { recursive: true })
})

async function serving(...answers: Answer[]): Promise<TestServer> {
  const server = await serve(...answers)
  servers.push(server)
  return server
}

interface Pulled {
  result: Awaited<ReturnType<typeof pullSuite>>
  pauses: number[]
  reasons: string[]
  received: (number | undefined)[]
}

async function pull({ origin }: { origin: string }, more: Partial<PullRequest> = {}): Promise<Pulled> {
  const hub = hubOf({ HF_ENDPOINT: origin, HF_TOKEN: 'hf_secret' })
  const [pauses, reasons, received]: [number[], string[], (number | undefined)[]] = [[], [], []]
  const result = await pullSuite({
    name: 'set',
    url: fileUrl(hub, SOURCE, 'main'),
    hub,
    file: out,
    force: false,
    stall: 5000,
    retries: 3,
    pause: (ms) => Promise.resolve(pauses.push(ms)),
    retrying: (reason) => reasons.push(reason),
    progress: (bytes, size) => received.push(bytes, size),
    ...more,
  })
  return { result, pauses, reasons, received }
}

/** The message of a pull that fails, without the port. */
const failureOf = (pulled: Promise<unknown>): Promise<string> =>
  pulled.then(
    () => 'none',
    (error: Error) => error.message.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST').replaceAll(dir, 'DIR'),
  )

const files = () => readdirSync(dir).sort()

describe('pullSuite', () => {
  it('fetches a file that the hub leads to, and compares it with what the hub says', async () => {
    const store = await serving(file(content))
    const hub = await serving(lead(`${store.origin}/blob?Signature=s3cret`, content))
    const { result, received } = await pull(hub)
    expect(result).toEqual({
      file: out,
      rows: 40,
      bytes: content.length,
      sha256: sha256(content),
      verified: 'sha256',
      revision: COMMIT,
      source: `${hub.origin}/datasets/owner/set/resolve/main/test.jsonl`,
      unchanged: false,
    })
    expect(readFileSync(out)).toEqual(content)
    expect(files()).toEqual(['s.suite.jsonl'])
    expect(received.slice(-2)).toEqual([content.length, content.length])
    expect(hub.requests.map(({ path }) => path)).toEqual(['/datasets/owner/set/resolve/main/test.jsonl'])
    expect(hub.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer hf_secret',
      'accept-encoding': 'identity',
    })
    expect(store.requests[0]?.headers.authorization).toBeUndefined()
  })

  it('takes the name that git has for a small file for its checksum, also where the tag is weak', async () => {
    const hub = await serving(
      (_, response) => response.writeHead(307, { location: '/cache/x', 'x-repo-commit': COMMIT }).end(),
      file(content, { etag: `W/"${gitSha1(content)}"` }),
    )
    expect((await pull(hub)).result).toMatchObject({ verified: 'git-sha1', revision: COMMIT })
    expect(hub.requests[1]).toMatchObject({
      path: '/cache/x',
      headers: { authorization: 'Bearer hf_secret' },
    })
  })

  it('takes a tag of any other server for no checksum', async () => {
    const server = await serving(file(content, { etag: `"${sha256(other)}"` }))
    const hub = hubOf({ HF_TOKEN: 'hf_secret' })
    const { result } = await pull(server, { hub })
    expect(result).toMatchObject({ verified: null, revision: null, sha256: sha256(content), rows: 40 })
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
  })

  it.each([
    ['sha256', { 'x-linked-etag': `"${sha256(other)}"` }],
    ['git-sha1', { 'x-linked-etag': `"${gitSha1(other)}"` }],
  ])('throws away what does not have the %s that the hub says', async (algorithm, headers) => {
    const hub = await serving(file(content, { headers }))
    expect(await failureOf(pull(hub))).toMatch(
      new RegExp(
        `^Failed to pull set: the file is damaged: its ${algorithm} is [0-9a-f]+, expected [0-9a-f]+`,
      ),
    )
    expect(files()).toEqual([])
    expect(hub.requests).toHaveLength(1)
  })

  it('keeps nothing that is no suite', async () => {
    const page = Buffer.from('<html>\n<p>Sign in to the network</p>\n</html>\n')
    const hub = await serving(file(page))
    const says = await failureOf(pull(hub))
    expect(says).toMatch(
      /^Failed to pull set: the file is not a suite \(line 1: not JSON: [^\n]+, and 2 more\)\. /,
    )
    expect(files()).toEqual([])
  })

  it('reads other formats by the ending of the file', async () => {
    const hub = await serving(file(Buffer.from(JSON.stringify([row()]))))
    expect((await pull(hub, { file: join(dir, 's.json') })).result.rows).toBe(1)
    expect(files()).toEqual(['s.json'])
  })
})

describe('pullSuite, again', () => {
  it('begins again after the connection was cut', async () => {
    const store = await serving(file(content, { cut: { bytes: 1000, arrived: () => true } }), file(content))
    const hub = await serving(lead(store.origin, content))
    const { result, pauses, reasons } = await pull(hub)
    expect(result).toMatchObject({ rows: 40, verified: 'sha256' })
    expect(readFileSync(out)).toEqual(content)
    expect(pauses).toEqual([1000])
    expect(reasons).toEqual([expect.stringMatching(/broke off/)])
    expect(files()).toEqual(['s.suite.jsonl'])
  })

  it('hears a server that says nothing more, and gives it up after three more attempts', async () => {
    const server = await serving(file(content, { hang: 1000 }), file(content))
    expect((await pull(server, { stall: 300 })).result).toMatchObject({ rows: 40 })
    rmSync(out)
    const silent = await serving(() => {})
    const pauses: number[] = []
    const pulled = pull(silent, { stall: 300, pause: (ms) => Promise.resolve(pauses.push(ms)) })
    expect(await failureOf(pulled)).toBe('Failed to pull set: HOST sent nothing for 0.3 s. Try again later.')
    expect(pauses).toEqual([1000, 2000, 4000])
    expect(silent.requests).toHaveLength(4)
  })

  it.each([500, 502, 503, 429, 408])('tries again after %i', async (code) => {
    const server = await serving(status(code), status(code, { 'retry-after': '2' }), file(content))
    const { result, pauses } = await pull(server)
    expect(result.rows).toBe(40)
    expect(pauses).toEqual([1000, 2000])
  })

  it('waits until a date, and not for long', async () => {
    const soon = new Date(Date.now() + 20_000).toUTCString()
    const server = await serving(status(503, { 'retry-after': soon }), file(content))
    const { pauses } = await pull(server)
    expect(pauses[0]).toBeGreaterThan(10_000)
    expect(pauses[0]).toBeLessThanOrEqual(20_000)
    const busy = await serving(status(429, { 'retry-after': '3600' }))
    expect(await failureOf(pull(busy, { file: join(dir, 't.jsonl') }))).toBe(
      'Failed to pull set: HOST answered 429 and asks to wait 3600 s. Try again then.',
    )
  })
})

describe('pullSuite, refused', () => {
  it.each([
    [404, 'HOST does not have it (404). Check --url.'],
    [
      401,
      'HOST refused it (401). It is private or gone: set HF_TOKEN to a token that may read it, or check --url.',
    ],
    [410, 'HOST answered 410. Check --url.'],
  ])('says what %i means, once', async (code, says) => {
    const server = await serving(status(code))
    expect(await failureOf(pull(server))).toBe(`Failed to pull set: ${says}`)
    expect(server.requests).toHaveLength(1)
    expect(files()).toEqual([])
  })

  it('says that nobody is there, and what about proxies', async () => {
    const server = await serve()
    server.close()
    const unreached =
      'Failed to pull set: HOST cannot be reached (ECONNREFUSED). Check the network, name a mirror by --url or HF_ENDPOINT, or download the file another way.'
    expect(await failureOf(pull(server))).toBe(unreached)
    const hub = hubOf({ HF_ENDPOINT: server.origin, https_proxy: 'http://user:password@proxy' })
    expect(await failureOf(pull(server, { hub }))).toBe(
      `${unreached} https_proxy is set, but Node 20 ignores it; Node 24 uses it with NODE_USE_ENV_PROXY=1.`,
    )
  })

  it('does not follow for ever, or nowhere', async () => {
    const round = await serving(status(302, { location: '/again' }))
    expect(await failureOf(pull(round))).toContain('redirects more than 10 times')
    expect(round.requests).toHaveLength(11)
    const lost = await serving(status(302, { location: 'http://' }))
    expect(await failureOf(pull(lost))).toContain('HOST leads nowhere')
  })

  it('says before it asks that the file cannot be written', async () => {
    const server = await serving(file(content))
    expect(await failureOf(pull(server, { file: join(dir, 'none/s.jsonl') }))).toBe(
      'Failed to pull set: no folder DIR/none. Make it, or check --out.',
    )
    expect(await failureOf(pull(server, { file: dir }))).toContain('DIR is a folder')
    expect(server.requests).toEqual([])
  })
})

describe('pullSuite, where a file is there', () => {
  const known = { headers: { 'x-linked-etag': `"${sha256(content)}"` } }

  it.each([
    ['by the checksum that the hub says', known],
    ['after it came', {}],
  ])('leaves the same file as it is, %s', async (_, options) => {
    writeFileSync(out, content)
    const { mtimeMs, ino } = statSync(out)
    const { result } = await pull(await serving(file(content, options)))
    expect(result).toMatchObject({ unchanged: true, rows: 40, sha256: sha256(content) })
    expect(statSync(out)).toMatchObject({ mtimeMs, ino })
    expect(files()).toEqual(['s.suite.jsonl'])
  })

  it.each([known, {}])('writes over another file only when told to', async (options) => {
    writeFileSync(out, other)
    const server = await serving(file(content, options))
    expect(await failureOf(pull(server))).toBe(
      'Failed to pull set: DIR/s.suite.jsonl exists and differs. Use --force to overwrite it, or name another file by --out.',
    )
    expect(readFileSync(out)).toEqual(other)
    expect(files()).toEqual(['s.suite.jsonl'])
    expect((await pull(server, { force: true })).result).toMatchObject({ unchanged: false, rows: 40 })
    expect(readFileSync(out)).toEqual(content)
  })

  it('keeps it where the download fails', async () => {
    writeFileSync(out, other)
    const server = await serving(file(Buffer.from('nope')))
    await expect(pull(server, { force: true })).rejects.toThrow('the file is not a suite')
    expect(readFileSync(out)).toEqual(other)
    expect(existsSync(`${out}.part`)).toBe(false)
  })
})

describe('hubOf', () => {
  it('asks the hub, or a mirror below a path', () => {
    const url = (env: { [name: string]: string }, revision = 'main') =>
      fileUrl(hubOf(env), SOURCE, revision).href
    expect(url({})).toBe('https://huggingface.co/datasets/owner/set/resolve/main/test.jsonl')
    expect(url({ HF_ENDPOINT: 'https://mirror.example/hf/' }, 'refs/pr/1')).toBe(
      'https://mirror.example/hf/datasets/owner/set/resolve/refs%2Fpr%2F1/test.jsonl',
    )
  })

  it.each([
    [{ HF_ENDPOINT: 'mirror.example' }, 'Failed to read HF_ENDPOINT: expected a URL'],
    [{ HF_ENDPOINT: 'https://me:pass@mirror.example' }, 'a URL must not contain a user or a password'],
    [{ HF_TOKEN: 'hf_a\nb' }, 'Failed to read HF_TOKEN: it contains invalid characters.'],
  ])('refuses %j', (env, says) => expect(() => hubOf(env)).toThrow(says))
})
