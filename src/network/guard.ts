/**
 * Preloaded into every test worker with `--import`, before msw, and into the processes and threads that a case starts.
 * It patches what every client of the network ends in, so that a connection which leaves the machine while a case runs
 * goes to the gateway of the worker, where that may have an answer, or is refused. Until a case runs it does nothing.
 *
 * In a process or thread that a case started, the URL says where the gateway is (see `heritageIn`).
 */
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import { isAllowed } from './allowed-hosts.ts'
import { createGuardState, type GuardState, guardState, type Heritage } from './guard-state.ts'
import { patchChildren } from './preload/children.ts'
import { patchConnect } from './preload/connect.ts'
import { forgetProxies, heritageIn } from './preload/heritage.ts'
import { patchThreads } from './preload/threads.ts'
import { patchTls } from './preload/tls.ts'

function inherit(state: GuardState, heritage: Heritage): void {
  const { port: gateway, token, allow } = heritage
  state.refuse = (host, port) =>
    isAllowed(host, allow)
      ? undefined
      : () =>
          new Error(
            `Failed to connect to ${host}:${port}: tracewright lets no request leave the machine while a case runs, and ` +
              'this process was waited for (spawnSync, execSync), so that nothing could answer it. Start it with spawn.',
          )
  state.gateway = () => (gateway === 0 ? undefined : { port: gateway, token })
  state.heritage = () => heritage
  if (isMainThread) forgetProxies(process.env)
}

// A thread loads this once by the arguments of its parent, and once with what it inherits.
const isFirst = guardState() === undefined
const state = createGuardState()
const heritage = heritageIn(import.meta.url)
if (heritage !== undefined) inherit(state, heritage)
if (isFirst) {
  const self = new URL(import.meta.url)
  self.search = ''
  patchConnect(state)
  patchTls(state)
  patchChildren(state, self.href)
  patchThreads(state, self.href)
  syncBuiltinESMExports()
}
