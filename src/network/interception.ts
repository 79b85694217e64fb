import { AsyncResource } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { memoizeOnce } from '../shared/memoize.ts'
import { guardState } from './guard-state.ts'
import { type Interception, readInterception } from './interception-state.ts'

/** Loads msw, which takes longer than any other part of a worker's runtime. */
export const loadInterception = (): Promise<typeof import('./server.ts')> => import('./server.ts')

/** Time in milliseconds for which interception that works, by the same `fetch`, is taken to go on working. */
const CHECK_INTERVAL_MS = 1_000
let checked: { at: number; fetch: typeof fetch } | undefined

/** Throws where requests do not reach our handlers. */
async function checkOnce(): Promise<void> {
  if (checked?.fetch === fetch && performance.now() - checked.at < CHECK_INTERVAL_MS) return
  await (await loadInterception()).checkInterception()
  checked = { at: performance.now(), fetch }
}

/** The `fetch` that stands in until msw is loaded. */
let standIn: typeof fetch | undefined

/** Has the first request load msw. Clients other than `fetch` are led to the gateway by the guard, and it asks for it too. */
function waitForRequest(state: Interception): void {
  const real = globalThis.fetch
  let next = real
  // Bound, since what is loaded belongs to no attempt.
  const begin = AsyncResource.bind(async () => {
    const { intercept } = await loadInterception()
    const isInPlace = fetch === standIn
    if (isInPlace) globalThis.fetch = real
    intercept()
    if (isInPlace) next = globalThis.fetch
    await checkOnce()
  })
  state.begin = memoizeOnce(begin)
  // A server that the user makes before then takes our handlers.
  state.wanted = true
  standIn = async (...given) => {
    await state.begin?.()
    return next(...given)
  }
  globalThis.fetch = standIn
}

/**
 * Makes sure that requests are intercepted from here on.
 *
 * @param mayWait Whether it is enough that the first request begins it: the guard is armed, and nothing but the tools
 * answers requests
 */
export async function openInterception(mayWait: boolean): Promise<void> {
  const state = readInterception()
  const isFirst = standIn === undefined && state.ours === undefined && state.adopted.size === 0
  if (mayWait && fetch === (isFirst ? guardState()?.fetch : standIn)) {
    if (isFirst) waitForRequest(state)
    return
  }
  await state.begin?.()
  const { intercept } = await loadInterception()
  intercept()
  await checkOnce()
}

/** Throws where interception was in use and ended since: the tools of an attempt did not answer. */
export async function recheckInterception(): Promise<void> {
  if (checked !== undefined) await (await loadInterception()).checkInterception()
}
