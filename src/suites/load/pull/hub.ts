import { TracewrightError } from '../../../shared/errors.ts'

export interface DataSource {
  /** Owner and name of the data set. */
  repo: string
  /** Branch, tag or commit that is taken by default. */
  revision: string
  /** The file in the data set; its ending names the format. */
  file: string
}

/** Data sets that can be pulled by name. */
export const SOURCES: ReadonlyMap<string, DataSource> = new Map([
  ['comptoolbench', { repo: 'mdarahmanxAI/comptoolbench', revision: 'main', file: 'test.jsonl' }],
])

/** Where data sets are published, and who asks. */
export interface Hub {
  endpoint: URL
  /** Goes to the endpoint's own origin and nowhere else; never printed. */
  token?: string
  /** Name of an environment variable that asks for a proxy, which the fetch of this Node goes past. */
  proxy?: string
}

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']

const HUB = 'https://huggingface.co'

/** A URL that can be fetched; throws an error that names what it was given as. */
export function webUrl(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TracewrightError(`Failed to read ${name}: expected a URL that begins with https:// or http://.`)
  if (url.username !== '' || url.password !== '')
    throw new TracewrightError(`Failed to read ${name}: a URL must not contain a user or a password.`)
  return url
}

/** The hub of an environment: `HF_ENDPOINT` names a mirror, `HF_TOKEN` is the token of who asks. */
export function hubOf(env: { readonly [name: string]: string | undefined }): Hub {
  const endpoint = webUrl(env.HF_ENDPOINT?.trim() || HUB, 'HF_ENDPOINT')
  const proxy = env.NODE_USE_ENV_PROXY ? undefined : PROXIES.find((name) => env[name])
  const hub = { endpoint, ...(proxy === undefined ? {} : { proxy }) }
  const token = env.HF_TOKEN?.trim()
  if (!token) return hub
  // What fetch says of a header that it refuses would quote the token.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TracewrightError('Failed to read HF_TOKEN: it contains invalid characters.')
  return { ...hub, token }
}

export function fileUrl({ endpoint }: Hub, { repo, file }: DataSource, revision: string): URL {
  const base = `${endpoint.origin}${endpoint.pathname.replace(/\/+$/, '')}`
  return new URL(`${base}/datasets/${repo}/resolve/${encodeURIComponent(revision)}/${file}`)
}

/** A URL as it may be shown and stored: queries hold signatures. */
export const shownUrl = ({ origin, pathname }: URL): string => `${origin}${pathname}`
