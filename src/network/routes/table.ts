import { didYouMean } from '../../shared/did-you-mean.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { shortenPath } from '../../shared/shown-path.ts'
import { formatHostAndPort, isLoopback } from '../loopback.ts'
import { matchPattern, measureOpenness } from './pattern.ts'
import type { Route } from './route.ts'

/** Shared by every copy of this module in a worker: setup file, suite modules and fixtures may be loaded apart. */
const KEY = Symbol.for('tracewright.routes')
const holder = globalThis as { [KEY]?: readonly Route[] }

export const listServedRoutes = (): readonly Route[] => holder[KEY] ?? []

/** What a route takes, whatever its named parts are called. */
const buildShape = ({ pattern: { method, origin, segments } }: Route): string =>
  [method, origin, ...segments.map((segment) => (segment.startsWith(':') ? ':' : segment))].join(' ')

/**
 * Serves routes from here on; those of before go.
 *
 * @throws TracewrightError where two take the same requests
 */
export function serveRoutes(routes: readonly Route[]): void {
  const routeByPattern = new Map<string, Route>()
  for (const route of routes) {
    const twin = routeByPattern.get(buildShape(route))
    if (twin !== undefined) {
      throw new TracewrightError(
        `Failed to serve routes: "${twin.on}" (${twin.tool}) and "${route.on}" (${route.tool}) take the same requests. Remove one of them.`,
      )
    }
    routeByPattern.set(buildShape(route), route)
  }
  holder[KEY] = routes
}

/** A route with what its named parts of the path hold. */
export interface RouteHit {
  route: Route
  params: Record<string, string>
}

/** The route of a request; of several the one that leaves least open. A HEAD without a route of its own is for that of GET. */
export const findRoute = (request: Request): RouteHit | undefined =>
  routeFor(request.method, request.url) ??
  (request.method === 'HEAD' ? routeFor('GET', request.url) : undefined)

function routeFor(method: string, url: string): RouteHit | undefined {
  const request = { method, url: new URL(url) }
  const hits = listServedRoutes().flatMap((route): RouteHit[] => {
    const params = matchPattern(route.pattern, request)
    return params === undefined ? [] : [{ route, params }]
  })
  return hits.sort(
    (one, other) => measureOpenness(one.route.pattern) - measureOpenness(other.route.pattern),
  )[0]
}

export const listRoutesOfHost = ({ url }: Request): Route[] =>
  listServedRoutes().filter(({ pattern }) => pattern.origin === new URL(url).origin)

export const hasRoutes = (host: string): boolean =>
  listServedRoutes().some(({ pattern }) => new URL(pattern.origin).hostname === host)

/** Addresses of this machine that have routes, as `formatHostAndPort` writes them. */
export const listRoutesHere = (): string[] => {
  const urls = listServedRoutes().map(({ pattern }) => new URL(pattern.origin))
  const here = urls.filter(({ hostname }) => isLoopback(hostname))
  return [
    ...new Set(
      here.map(({ hostname, port, protocol }) =>
        formatHostAndPort(hostname, port || (protocol === 'https:' ? '443' : '80')),
      ),
    ),
  ]
}

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'on' in value && 'pattern' in value && 'tool' in value

/**
 * The routes that a module exports, as `default` or `routes`: what `route` gives, in an array.
 *
 * @param toolNames Tools that have a simulator; undefined where the real API answers, so that none needs one
 * @throws TracewrightError where there are none, or one names a tool that nothing simulates
 */
export function readRoutesOfModule(
  module: Record<string, unknown>,
  path: string,
  toolNames: readonly string[] | undefined,
): Route[] {
  const exported = module.default ?? module.routes
  const list: unknown[] = Array.isArray(exported) ? exported : []
  if (list.length === 0 || !list.every(isRoute)) {
    throw new TracewrightError(
      `Failed to load routes from ${shortenPath(path)}: it exports no array of routes. ` +
        'Export `default` or `routes`: an array of results of `route`.',
      { at: { file: path } },
    )
  }
  const lost = list.find(({ tool }) => toolNames?.includes(tool) === false)
  if (toolNames === undefined || lost === undefined) return list
  throw new TracewrightError(
    `Failed to load routes from ${shortenPath(path)}: the tool "${lost.tool}" of "${lost.on}" has no simulator` +
      `${didYouMean(lost.tool, toolNames) || '.'} Add one by the option \`simulators\`, or record one with \`tracewright record\`.`,
    { at: { file: path } },
  )
}
