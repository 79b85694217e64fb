import { useEffect, useState } from 'preact/hooks'
import { buildHash, type PageRoute, type Params, parseHash } from './route.ts'

/** Goes to a route; `replace` leaves no entry in the history. */
export function goTo(route: PageRoute, { replace = false }: { replace?: boolean } = {}): void {
  const hash = buildHash(route)
  if (hash === location.hash) return
  if (!replace) {
    location.hash = hash
    return
  }
  history.replaceState(null, '', hash)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** The route of the address, kept up to date. */
export function useRoute(): PageRoute {
  const [route, setRoute] = useState(() => parseHash(location.hash))
  useEffect(() => {
    const follow = () => setRoute(parseHash(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}

/** Address of the list with these filters. */
export const listHref = (params: Params): string => buildHash({ view: 'tasks', params })
