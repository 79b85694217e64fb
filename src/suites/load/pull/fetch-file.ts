import { retryAfter } from '../../../models/throttle.ts'
import { causesOf } from '../../../models/unreachable.ts'
import { messageOf } from '../../../shared/errors.ts'
import type { Hub } from './hub.ts'

/** Why a file cannot be pulled, in words that fit behind "Failed to pull X: ", without a full stop. */
export class PullProblem extends Error {
  /** What to do about it, a sentence. */
  readonly advice: string | undefined

  constructor(message: string, advice?: string) {
    super(message)
    this.advice = advice
  }
}

class PassingProblem extends PullProblem {
  /** How long the server asks to wait, in milliseconds. */
  readonly wait: number | undefined

  constructor(message: string, wait?: number) {
    super(message, 'Try again later.')
    this.wait = wait
  }
}

export interface FetchedFile {
  bytes: Buffer
  /** Checksum that the hub names: sha256 of the bytes, or sha1 of the bytes as git stores them. */
  digest: { algorithm: 'sha256' | 'git-sha1'; hex: string } | undefined
  /** Commit that the hub took the file from. */
  commit: string | undefined
}

export interface FetchRequest {
  url: URL
  hub: Hub
  /** How long a server may be silent, in milliseconds. */
  stall: number
  /** Attempts after the first. */
  retries: number
  pause: (ms: number) => Promise<unknown>
  retrying: (reason: string, ms: number) => void
  /** Called with the bytes received so far, and with the length of the file if known. */
  progress: (received: number, size: number | undefined) => void
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 10
/** Longest pause that a server may ask for, in milliseconds. */
const MAX_PAUSE_MS = 60_000
/** Bytes of the largest file; a suite is kept in memory while it is checked. */
const MAX_BYTES = 2 ** 28

function problemOf({ status, headers }: Response, { host }: URL): PullProblem {
  if (status === 408 || status === 429 || status >= 500)
    return new PassingProblem(`${host} answered ${status}`, retryAfter({ headers }))
  if (status === 404) return new PullProblem(`${host} does not have it (404)`, 'Check --url.')
  if (status === 401 || status === 403) {
    const advice = 'It is private or gone: set HF_TOKEN to a token that may read it, or check --url.'
    return new PullProblem(`${host} refused it (${status})`, advice)
  }
  return new PullProblem(`${host} answered ${status}`, 'Check --url.')
}

function networkProblem(error: unknown, { host }: URL, proxy: Hub['proxy']): PullProblem {
  // The message of fetch itself only says that it failed.
  const code = causesOf(error)
    .map((cause) => cause.code)
    .find((one) => typeof one === 'string')
  if (code !== undefined && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code))
    return new PassingProblem(`${host} broke off (${code})`)
  const hint =
    proxy === undefined
      ? ''
      : ` ${proxy} is set, but Node 20 ignores it; Node 24 uses it with NODE_USE_ENV_PROXY=1.`
  const advice = `Check the network, name a mirror by --url or HF_ENDPOINT, or download the file another way.${hint}`
  return new PullProblem(`${host} cannot be reached (${code ?? messageOf(error)})`, advice)
}

/** The checksum in an entity tag of the hub, by its length; undefined if the tag is none. */
function digestOfTag(tag: string | null): FetchedFile['digest'] {
  const hex = tag?.replace(/^W\//, '').replaceAll('"', '').toLowerCase() ?? ''
  if (/^[0-9a-f]{64}$/.test(hex)) return { algorithm: 'sha256', hex }
  return /^[0-9a-f]{40}$/.test(hex) ? { algorithm: 'git-sha1', hex } : undefined
}

/** Reads the body; every chunk starts the time of silence anew. */
async function readBody(
  response: Response,
  { url, progress }: FetchRequest,
  heard: () => void,
): Promise<Buffer> {
  const length = response.headers.get('content-length')
  const size = length === null ? undefined : Number(length)
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of response.body ?? []) {
    heard()
    chunks.push(chunk)
    received += chunk.byteLength
    progress(received, size)
    if (received > MAX_BYTES)
      throw new PullProblem(`${url.host} sends more than ${MAX_BYTES} bytes`, 'Check --url.')
  }
  if (size !== undefined && received < size)
    throw new PassingProblem(`${url.host} broke off at ${received} of ${size} bytes`)
  return Buffer.concat(chunks)
}

/** Follows redirects by hand: the hub names checksum and commit in the first answer, and the token goes to the hub alone. */
async function fetchOnce(
  request: FetchRequest,
  signal: AbortSignal,
  heard: () => void,
): Promise<FetchedFile> {
  const { endpoint, token } = request.hub
  const hops: Headers[] = []
  let { url } = request
  while (hops.length <= MAX_REDIRECTS) {
    const headers = new Headers({ 'accept-encoding': 'identity' })
    if (token !== undefined && url.origin === endpoint.origin) headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    heard()
    hops.push(response.headers)
    if (response.status === 200) {
      const firstOf = (name: string) =>
        hops.map((hop) => hop.get(name)).find((value) => value !== null) ?? null
      const commit = firstOf('x-repo-commit') ?? undefined
      // Tags of other servers may be of the same length and no checksums.
      const tag = firstOf('x-linked-etag') ?? (commit === undefined ? null : response.headers.get('etag'))
      return { bytes: await readBody(response, { ...request, url }, heard), digest: digestOfTag(tag), commit }
    }
    await response.body?.cancel()
    const location = response.headers.get('location')
    if (!REDIRECTS.has(response.status) || location === null) throw problemOf(response, url)
    if (!URL.canParse(location, url.href)) throw new PullProblem(`${url.host} leads nowhere`, 'Check --url.')
    const next = new URL(location, url)
    if (url.protocol === 'https:' && next.protocol !== 'https:')
      throw new PullProblem(`${url.host} redirects to ${next.protocol.slice(0, -1)}`, 'Check --url.')
    url = next
  }
  throw new PullProblem(`${request.url.host} redirects more than ${MAX_REDIRECTS} times`, 'Check --url.')
}

async function attempt(request: FetchRequest): Promise<FetchedFile> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), request.stall)
  try {
    return await fetchOnce(request, controller.signal, () => timer.refresh())
  } catch (error) {
    if (controller.signal.aborted)
      throw new PassingProblem(`${request.url.host} sent nothing for ${request.stall / 1000} s`)
    throw error instanceof PullProblem ? error : networkProblem(error, request.url, request.hub.proxy)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Fetches a file. After a passing problem (408, 429, 5xx, a broken connection, silence) it tries again: when the server
 * says, else after 1, 2, 4 s. Throws a {@link PullProblem}.
 */
export async function fetchFile(request: FetchRequest): Promise<FetchedFile> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt(request)
    } catch (error) {
      if (!(error instanceof PassingProblem) || tries >= request.retries) throw error
      const wait = error.wait ?? 1000 * 2 ** tries
      if (wait > MAX_PAUSE_MS)
        throw new PullProblem(
          `${error.message} and asks to wait ${Math.ceil(wait / 1000)} s`,
          'Try again then.',
        )
      request.retrying(error.message, wait)
      await request.pause(wait)
    }
  }
}
