/** Fields of an address that narrow the list of tasks, or choose an agent. */
export const PARAMS = [
  'agent',
  'q',
  'status',
  'level',
  'pattern',
  'cause',
  'tool',
  'suite',
  'steps',
  'change',
] as const
export type Param = (typeof PARAMS)[number]
export type Params = Partial<Record<Param, string>>

export type PageRoute =
  | { view: 'overview' | 'tasks' | 'agents'; params: Params }
  | { view: 'task'; key: string; params: Params; attempt?: number }

function readParams(search: URLSearchParams): Params {
  const params: Params = {}
  for (const name of PARAMS) {
    const value = search.get(name)
    if (value) params[name] = value
  }
  return params
}

/** `decodeURIComponent` that returns a text unchanged where it is not an encoding. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The route of a fragment such as `#/tasks?cause=stale` or `#/task/L1_chain_0007`. Unknown ones lead to the overview. */
export function parseHash(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s)
  const search = new URLSearchParams(query)
  const params = readParams(search)
  const [, view, ...rest] = path.split('/')
  if (view === 'task' && rest.length > 0) {
    const attempt = search.get('attempt')
    const chosen = attempt !== null && /^\d{1,6}$/.test(attempt) ? { attempt: Number(attempt) } : {}
    return { view, key: decode(rest.join('/')), params, ...chosen }
  }
  if (view === 'tasks' || view === 'agents') return { view, params }
  return { view: 'overview', params }
}

/** The fragment of a route; {@link parseHash} reads it back. */
export function buildHash(route: PageRoute): string {
  const search = new URLSearchParams()
  for (const name of PARAMS) {
    const value = route.params[name]
    if (value) search.set(name, value)
  }
  if (route.view === 'task' && route.attempt !== undefined) search.set('attempt', String(route.attempt))
  const query = search.size === 0 ? '' : `?${search}`
  if (route.view === 'overview') return `#/${query}`
  return route.view === 'task' ? `#/task/${encodeURIComponent(route.key)}${query}` : `#/${route.view}${query}`
}
