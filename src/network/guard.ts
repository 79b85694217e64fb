/**
 * Preloaded into every test worker with `--import`, before msw, and into the processes and threads that a case starts.
 * It patches the calls that every network client ends in. A connection to another machine while a case runs goes to
 * the gateway of the worker, if that may have an answer, or is refused. Until a case runs it does nothing.
 *
 * In a process or thread that a case started, the URL says where the gateway is.
 */
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import { describeBlocked, isAllowed } from './allowed-hosts.ts'
import { createGuardState, guardState } from './guard-state.ts'
import { formatHostAndPort } from './loopback.ts'
import { forgetProxies, readChildEnvironment } from './preload/child-environment.ts'
import { patchChildren } from './preload/children.ts'
import { notifyGateway, patchConnect } from './preload/connect.ts'
import { patchDatagrams } from './preload/datagrams.ts'
import { patchHttp2 } from './preload/http2.ts'
import { patchNames } from './preload/names.ts'
import { patchThreads } from './preload/threads.ts'
import { patchTls } from './preload/tls.ts'

/** Takes over what the thread or process that started this one says in a URL of this module. */
export function inherit(url: string): void {
  const childEnvironment = readChildEnvironment(url)
  if (childEnvironment === undefined) return
  const { port: gateway, token, allow, routed } = childEnvironment
  state.refuse = (host, port) => {
    if (isAllowed(host, allow)) return undefined
    return () => {
      const address = `${host}${port && `:${port}`}`
      if (gateway === 0)
        return new Error(
          `Blocked request to ${address}: the network is closed during tests, and this process blocks the process that would answer (spawnSync, execSync). Start it with spawn.`,
        )
      state.noted = notifyGateway({ host, port }, { port: gateway, token })
      return new Error(describeBlocked(address))
    }
  }
  state.gateway = () => (gateway === 0 ? undefined : { port: gateway, token })
  state.isRoutedHere = (host, port) => routed.includes(formatHostAndPort(host, port))
  state.childEnvironment = () => childEnvironment
  if (isMainThread) forgetProxies(process.env)
}

// A thread loads this once by the arguments of its parent, and once with what it inherits.
const isFirst = guardState() === undefined
const state = createGuardState()
inherit(import.meta.url)
if (isFirst) {
  const self = new URL(import.meta.url)
  self.search = ''
  patchConnect(state)
  patchTls(state)
  patchNames(state)
  patchDatagrams(state)
  patchHttp2(state)
  patchChildren(state, self.href)
  patchThreads(state, self.href)
  state.fetch = fetch
  syncBuiltinESMExports()
}
