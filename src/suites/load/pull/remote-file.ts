import { type Digest, digestOfTag } from './digest.ts'
import type { Hub } from './hub.ts'
import type { Begun } from './partial-download.ts'
import { PassingProblem, PullProblem } from './problem.ts'
import type { Watchdog } from './watchdog.ts'

/** An answer of a server that has the file, and what it and those who led to it say of the file. */
export interface RemoteFile {
  response: Response
  /** Tag of the bytes that this server sends; only a strong one, which can be continued by. */
  etag: string | undefined
  /** Position in the file at which what it sends begins; undefined where that cannot be told. */
  from: number | undefined
  digest: Digest | undefined
  /** Length of the whole file in bytes. */
  size: number | undefined
  /** The commit that the hub took the file from. */
  commit: string | undefined
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MOST_REDIRECTS = 10
/** Statuses of a server that is there and cannot answer now. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

/** Milliseconds of a Retry-After header: seconds, or a date. */
function waitOf(text: string | null): number | undefined {
  if (text === null) return undefined
  const ms = /^\d+$/.test(text) ? 1000 * Number(text) : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function problemOf({ status, headers }: Response, { host }: URL): PullProblem {
  if (isPassing(status))
    return new PassingProblem(`${host} answered ${status}`, waitOf(headers.get('retry-after')))
  if (status === 404) return new PullProblem(`${host} does not have it (404)`, 'Check --url.')
  if (status === 401 || status === 403) {
    const advice = 'It is private or gone: set HF_TOKEN to a token that may read it, or check --url.'
    return new PullProblem(`${host} refused it (${status})`, advice)
  }
  return new PullProblem(`${host} answered ${status}`, 'Check --url.')
}

function numberOf(text: string | null | undefined): number | undefined {
  return text && /^\d+$/.test(text) ? Number(text) : undefined
}

function describe(response: Response, hops: readonly Headers[]): RemoteFile {
  const { headers, status } = response
  // The hub speaks of the file before it leads on to a store, which has tags of its own kind.
  const said = (name: string) => hops.map((hop) => hop.get(name)).find((value) => value !== null) ?? null
  const commit = said('x-repo-commit') ?? undefined
  const tag = headers.get('etag')
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity'
  const [, from, whole] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? []
  const sent = status === 200 ? headers.get('content-length') : whole
  return {
    response,
    etag: isPlain && tag !== null && !tag.startsWith('W/') ? tag : undefined,
    from: status === 200 ? 0 : isPlain ? numberOf(from) : undefined,
    // Tags of other servers may be of the same length and no checksums.
    digest: digestOfTag(said('x-linked-etag') ?? (commit === undefined ? null : tag)),
    size: numberOf(said('x-linked-size')) ?? (isPlain ? numberOf(sent) : undefined),
    commit,
  }
}

/**
 * Asks for a file, or for what is missing of it, and follows where that leads. The token goes to the hub alone. Gives
 * answers 200, 206 and 416; throws a {@link PullProblem} for any other.
 */
export async function askFor(
  start: URL,
  hub: Hub,
  begun: Begun | undefined,
  watchdog: Watchdog,
): Promise<RemoteFile> {
  const { endpoint, token } = hub
  const hops: Headers[] = []
  let url = start
  while (hops.length <= MOST_REDIRECTS) {
    const headers = new Headers({ 'accept-encoding': 'identity' })
    if (token !== undefined && url.origin === endpoint.origin) headers.set('authorization', `Bearer ${token}`)
    if (begun !== undefined) {
      headers.set('range', `bytes=${begun.bytes}-`)
      headers.set('if-range', begun.etag)
    }
    const { signal } = watchdog
    const response = await watchdog.hear(url, hub, () => fetch(url, { headers, redirect: 'manual', signal }))
    hops.push(response.headers)
    const location = response.headers.get('location')
    if ([200, 206, 416].includes(response.status)) return describe(response, hops)
    await response.body?.cancel()
    if (!REDIRECTS.has(response.status) || location === null) throw problemOf(response, url)
    if (!URL.canParse(location, url.href)) throw new PullProblem(`${url.host} leads nowhere`, 'Check --url.')
    const next = new URL(location, url)
    if (url.protocol === 'https:' && next.protocol !== 'https:')
      throw new PullProblem(`${url.host} leads from https to ${next.protocol.slice(0, -1)}`, 'Check --url.')
    url = next
  }
  throw new PullProblem(`${start.host} leads on ${MOST_REDIRECTS} times without end`, 'Check --url.')
}
