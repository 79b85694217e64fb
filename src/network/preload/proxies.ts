import type { Socket } from 'node:net'
import type { GuardState } from '../guard-state.ts'
import { formatHostAndPort, isLoopback } from '../loopback.ts'
import { OWN_PROXY, PROXY_VARIABLES } from './child-environment.ts'

interface ProxyTarget {
  host: string
  port: string
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }
const SOCKS_PORT = '1080'

/** The host and port of a URL; undefined for another text. */
function parseTarget(url: string): (ProxyTarget & { protocol: string }) | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port } = new URL(url)
  return {
    protocol,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (DEFAULT_PORTS[protocol] ?? SOCKS_PORT),
  }
}

/** One text for each address: this machine has many names. */
const buildKey = ({ host, port }: ProxyTarget): string =>
  formatHostAndPort(isLoopback(host) ? 'localhost' : host, port)

/** Proxies that variables of this process name, except the gateway. Read each time: an agent may set them when it runs. */
const listEnvironmentProxies = (): ProxyTarget[] =>
  PROXY_VARIABLES.flatMap((name) => {
    const value = process.env[name] ?? ''
    if (value === '' || value.startsWith(OWN_PROXY)) return []
    return parseTarget(value.includes('://') ? value : `http://${value}`) ?? []
  })

export const isEnvironmentProxy = (target: ProxyTarget): boolean =>
  listEnvironmentProxies().some((proxy) => buildKey(proxy) === buildKey(target))

/** Whether a name is looked up to reach a proxy of the environment. */
export const isProxyHost = (host: string): boolean =>
  listEnvironmentProxies().some((proxy) => proxy.host === host)

/** The proxy of the environment that the words of a command name. */
export const findProxy = (words: readonly unknown[]): ProxyTarget | undefined =>
  words
    .flatMap((word) => String(word).match(/(?:[\w.-]+|\[[\da-f:]+\]):\d{2,5}\b/gi) ?? [])
    .flatMap((address) => parseTarget(`socks://${address}`) ?? [])
    .find(isEnvironmentProxy)

const HEAD_END = '\r\n\r\n'

/**
 * Where the requests of a write lead: a tunnel, or a request with a whole URL. Several may follow each other.
 *
 * @param skip Bytes of the write that still belong to the body of the request before
 */
function readRequests(bytes: Buffer, skip: number) {
  const text = bytes.toString('latin1')
  const targets: ProxyTarget[] = []
  let isHttp = skip > 0
  let at = skip
  while (at < text.length) {
    const end = text.indexOf(HEAD_END, at)
    const head = end < 0 ? text.slice(at) : text.slice(at, end)
    const [isRequest, tunnel, url] =
      /^(?:CONNECT (\S+)|[A-Z]+ (https?:\/\/\S+)|[A-Z]+ \/\S*) /.exec(head) ?? []
    const target = parseTarget(tunnel === undefined ? (url ?? '') : `https://${tunnel}`)
    if (target !== undefined) targets.push(target)
    if (tunnel !== undefined) return { targets, isHttp: false, skip: 0 }
    if (isRequest === undefined) break
    isHttp = true
    if (end < 0 || /^transfer-encoding:/im.test(head)) break
    at = end + HEAD_END.length + Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0)
  }
  return { targets, isHttp, skip: Math.max(0, at - text.length) }
}

const isSocksGreeting = (bytes: Buffer): boolean => bytes[0] === 5 && bytes.length === 2 + (bytes[1] ?? 0)

/** Where a request over SOCKS leads. Bytes are laid out as in RFC 1928 and, with version 4, as in SOCKS 4a. */
function parseSocksTarget(bytes: Buffer): ProxyTarget | undefined {
  const [version, , , type] = bytes
  if (version === 4 && bytes.at(-1) === 0 && bytes.length >= 9) {
    const named = bytes.toString('latin1', 8).split('\0')[1]
    const address = bytes.subarray(4, 8).join('.')
    const port = bytes.readUInt16BE(2)
    return port === 0
      ? undefined
      : { host: /^0\.0\.0\.[^0]/.test(address) ? (named ?? '') : address, port: String(port) }
  }
  if (version !== 5 || bytes.length < 7) return undefined
  const port = String(bytes.readUInt16BE(bytes.length - 2))
  const host = bytes.subarray(4, -2)
  if (type === 3) return { host: host.toString('latin1', 1), port }
  if (type === 1) return { host: host.join('.'), port }
  return type === 4 ? { host: host.toString('hex').match(/.{4}/g)?.join(':') ?? '', port } : undefined
}

/**
 * Reads what is written to a connection that may be one to a proxy, until it is known not to be, or to be a tunnel. What
 * leads to another host is refused by the name of that host; a proxy of the environment passes nothing else.
 */
export function watchProxied(socket: Socket, state: GuardState, proxy: ProxyTarget): void {
  if (state.refuse === undefined) return
  const { _write, _writev } = socket
  const isNamed = isEnvironmentProxy(proxy)
  let stage: 'first' | 'socks' | 'requests' | 'passes' = 'first'
  let bodyLeft = 0
  const findRefusal = (target: ProxyTarget): Error | undefined => {
    const error = isLoopback(target.host) ? undefined : state.refuse?.(target.host, target.port)?.()
    if (error !== undefined)
      error.message += ` The client asked the proxy ${proxy.host}:${proxy.port} for it; routes and mocks answer clients without a proxy.`
    return error
  }
  const read = (bytes: Buffer): Error | undefined => {
    if (stage === 'passes') return undefined
    const requests = readRequests(bytes, bodyLeft)
    bodyLeft = requests.skip
    const socks = requests.targets.length === 0 && stage !== 'requests' ? parseSocksTarget(bytes) : undefined
    const targets = socks === undefined ? requests.targets : [socks]
    if (targets.length > 0) {
      stage = requests.isHttp ? 'requests' : 'passes'
      return targets.map(findRefusal).find((error) => error !== undefined)
    }
    if (stage === 'first' && isSocksGreeting(bytes)) stage = 'socks'
    else if (stage === 'first') {
      // A later request of the connection may be one to a proxy.
      stage = requests.isHttp ? 'requests' : 'passes'
      return isNamed ? state.refuse?.(proxy.host, proxy.port)?.() : undefined
    }
    return undefined
  }
  type Done = (error?: Error | null) => void
  const passOr = (bytes: Buffer, done: Done, pass: () => void): void => {
    const refusal = read(bytes)
    if (refusal === undefined) pass()
    else void state.noted.then(() => done(refusal))
  }
  const encodeChunk = (chunk: unknown, encoding: string): Buffer =>
    typeof chunk === 'string'
      ? Buffer.from(chunk, encoding as BufferEncoding)
      : Buffer.from(chunk as Uint8Array)
  socket._write = (chunk, encoding, done) =>
    passOr(encodeChunk(chunk, encoding), done, () => Reflect.apply(_write, socket, [chunk, encoding, done]))
  socket._writev = (chunks, done) =>
    passOr(Buffer.concat(chunks.map(({ chunk, encoding }) => encodeChunk(chunk, encoding))), done, () =>
      Reflect.apply(_writev as NonNullable<Socket['_writev']>, socket, [chunks, done]),
    )
}
