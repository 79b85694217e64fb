import { TracewrightError } from '../../shared/errors.ts'

/** Which requests a route takes. */
export interface RoutePattern {
  /** In capitals. */
  method: string
  /** `https://api.example.com` */
  origin: string
  /** Segments of the path; `:city` takes any one segment, and a last `*` whatever follows. */
  segments: readonly string[]
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

const splitSegments = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/**
 * Reads `GET https://api.example.com/v1/weather/:city`.
 *
 * @throws TracewrightError where it is not a method and absolute address, or names a query
 */
export function parseRoutePattern(text: string): RoutePattern {
  const throwRouteError = (why: string): never => {
    throw new TracewrightError(
      `Failed to declare the route "${text}": ${why}. Write it as "GET https://api.example.com/v1/weather/:city".`,
    )
  }
  const [method = '', address = '', ...rest] = text.trim().split(/\s+/)
  if (!METHODS.includes(method)) throwRouteError(`"${method}" is not an HTTP method in capitals`)
  if (rest.length > 0) throwRouteError('the address is followed by more text')
  const [, scheme, host, path = ''] = /^(https?):\/\/([^/?#]+)([^?#]*)$/.exec(address) ?? []
  if (scheme === undefined || host === undefined) {
    return throwRouteError(
      /[?#]/.test(address) ? 'a route has no query' : `"${address}" is not an absolute address`,
    )
  }
  const segments = splitSegments(path)
  const star = segments.indexOf('*')
  if (star >= 0 && star < segments.length - 1) throwRouteError('"*" may only be the last part of the path')
  return { method, origin: new URL(`${scheme}://${host}`).origin, segments }
}

/** What the parts of a path that have names hold, or undefined where the request is not one of the route's. */
export function matchPattern(
  { method, origin, segments }: RoutePattern,
  request: { method: string; url: URL },
): Record<string, string> | undefined {
  if (request.method !== method || request.url.origin !== origin) return undefined
  const given = splitSegments(request.url.pathname)
  const isOpen = segments.at(-1) === '*'
  const fixed = isOpen ? segments.slice(0, -1) : segments
  if (isOpen ? given.length < fixed.length : given.length !== fixed.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, segment] of fixed.entries()) {
    const part = decodeSegment(given[i] as string)
    if (segment.startsWith(':')) params[segment.slice(1)] = part
    else if (decodeSegment(segment) !== part) return undefined
  }
  return params
}

/** A part of an address that is not a valid URL encoding stays as it is. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** How many parts a route leaves open: of two that take a request, the one that says more is meant. */
export const measureOpenness = ({ segments }: RoutePattern): number =>
  segments.filter((segment) => segment.startsWith(':')).length + (segments.at(-1) === '*' ? 100 : 0)
