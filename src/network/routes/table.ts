import { matchPattern, openness } from './pattern.ts'
import type { Route } from './route.ts'

/** Shared by every copy of this module in a worker: setup file, suite modules and fixtures may be loaded apart. */
const KEY = Symbol.for('tracewright.routes')
const holder = globalThis as { [KEY]?: readonly Route[] }

/** Routes of this worker. */
const servedRoutes = (): readonly Route[] => holder[KEY] ?? []

/** Serves routes from here on; those of before go. */
export function serveRoutes(routes: readonly Route[]): void {
  holder[KEY] = routes
}

/** A route with what its named parts of the path hold. */
export interface RouteHit {
  route: Route
  params: Record<string, string>
}

/** The route of a request; of several the one that leaves least open. */
export function routeOf({ method, url }: Request): RouteHit | undefined {
  const request = { method, url: new URL(url) }
  const hits = servedRoutes().flatMap((route): RouteHit[] => {
    const params = matchPattern(route.pattern, request)
    return params === undefined ? [] : [{ route, params }]
  })
  return hits.sort((one, other) => openness(one.route.pattern) - openness(other.route.pattern))[0]
}

/** Routes of the host that a request goes to. */
export const routesOfHost = ({ url }: Request): Route[] =>
  servedRoutes().filter(({ pattern }) => pattern.origin === new URL(url).origin)
