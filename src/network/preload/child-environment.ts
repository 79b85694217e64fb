import type { ChildEnvironment } from '../guard-state.ts'

/** Variables that lead curl, Python and the like to a proxy. */
const PROXY = ['http_proxy', 'https_proxy', 'all_proxy']
export const PROXY_VARIABLES = PROXY.flatMap((name) => [name, name.toUpperCase()])
const USER = 'tw'
/** How the address of the gateway begins in these variables. */
export const OWN_PROXY = `http://${USER}:`

export function preloadUrl(guard: string, { port, token, allow, routed }: ChildEnvironment): string {
  const url = new URL(guard)
  const settings = { port: String(port), token, allow: allow.join(','), routed: routed.join(',') }
  url.search = String(new URLSearchParams(settings))
  return url.href
}

/** What a module was told by its URL; undefined where it was told nothing. */
export function readChildEnvironment(url: string): ChildEnvironment | undefined {
  const { searchParams } = new URL(url)
  const port = searchParams.get('port')
  if (port === null) return undefined
  const list = (name: string) => (searchParams.get(name) ?? '').split(',').filter((item) => item !== '')
  const token = searchParams.get('token') ?? '-'
  return { port: Number(port), token, allow: list('allow'), routed: list('routed') }
}

/** Port that nothing listens at: whoever is led there is refused at once. */
const DISCARD = 9

/** The environment of a process that inherits: node preloads the guard, everything else is led to the gateway. */
export function buildChildVariables(
  env: Readonly<Record<string, string | undefined>>,
  guard: string,
  childEnvironment: ChildEnvironment,
): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || PROXY_VARIABLES.includes(name) || /^no_proxy$/i.test(name)
      ? []
      : [[name, value] as const],
  )
  const proxy = `${OWN_PROXY}${childEnvironment.token}@127.0.0.1:${childEnvironment.port || DISCARD}`
  const isRouted = (host: string) => childEnvironment.routed.some((address) => address.startsWith(`${host}:`))
  const direct = [
    // Few programs tell ports apart here, so a host with a route at one port goes to the gateway at all.
    ...['localhost', '127.0.0.1', '::1'].filter((host) => !isRouted(host)),
    ...childEnvironment.allow.map((host) => host.replace(/^\*\./, '.')),
  ].join(',')
  const before = env.NODE_OPTIONS ? ` ${env.NODE_OPTIONS}` : ''
  return {
    ...Object.fromEntries(kept),
    NODE_OPTIONS: `--import=${preloadUrl(guard, childEnvironment)}${before}`,
    ...Object.fromEntries(PROXY_VARIABLES.map((name) => [name, proxy])),
    no_proxy: direct,
    NO_PROXY: direct,
  }
}

/** Takes the variables of a proxy out of a node process: its connections are guarded themselves. */
export function forgetProxies(env: NodeJS.ProcessEnv): void {
  for (const name of PROXY_VARIABLES) if (env[name]?.startsWith(OWN_PROXY)) delete env[name]
}
