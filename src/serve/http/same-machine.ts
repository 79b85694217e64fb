import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { RefusedRequest } from '../refused-request.ts'

/** Name or address in a `Host` header, without port and brackets, in lower case. */
function hostOf(header: string): string | undefined {
  try {
    const { hostname, username, password, pathname } = new URL(`http://${header}`)
    return username === '' && password === '' && pathname === '/'
      ? hostname.replace(/^\[(.*)\]$/, '$1')
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Refuses what a web page could send. A page elsewhere tells its origin, or its browser says that the request crosses
 * sites; a page whose name was rebound to this machine tells that name as the host. An address as the host cannot be rebound.
 *
 * @param allowed Names beside `localhost` by which the server is reached
 * @throws RefusedRequest
 */
export function refuseBrowsers(
  { host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  allowed: ReadonlySet<string>,
): void {
  if (origin !== undefined || (site !== undefined && site !== 'none'))
    throw new RefusedRequest(403, 'web pages are not served; call from a process')
  const name = host === undefined ? undefined : hostOf(host)
  if (name !== undefined && (isIP(name) !== 0 || name === 'localhost' || allowed.has(name))) return
  throw new RefusedRequest(
    403,
    `the host ${JSON.stringify(host ?? '')} is none of this server; use localhost or an address, or allow the name with --allow-host`,
  )
}
