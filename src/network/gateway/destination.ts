import type { IncomingMessage } from 'node:http'

/** Where a connection was to go, and whose it is. */
export interface Destination {
  scheme: 'http' | 'https'
  /** Token of an attempt's address. */
  token: string
  host: string
  port: string
}

/** Reads the line that the guard writes in front of a connection. */
export function parseHead(line: string): Destination | undefined {
  const [, scheme, token = '', host = '', port = ''] = /^TW (https?) (\S+) (\S+) (\d*)$/.exec(line) ?? []
  return scheme === undefined ? undefined : { scheme: scheme as 'http' | 'https', token, host, port }
}

/** The attempt's token in the credentials that the variables of a proxy hold. */
export function tokenOf({ headers }: IncomingMessage): string {
  const [, encoded = ''] = /^Basic (.+)$/i.exec(headers['proxy-authorization'] ?? '') ?? []
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')[1] ?? '-'
}

/** Host and port, as causes name them. */
export const addressOf = ({ host, port }: Destination): string => (port === '' ? host : `${host}:${port}`)

/** The whole URL of a request. */
export function urlOf({ scheme, host, port }: Destination, path: string): string {
  const origin = `${scheme}://${host.includes(':') ? `[${host}]` : host}${port === '' ? '' : `:${port}`}`
  return new URL(path, origin).href
}
