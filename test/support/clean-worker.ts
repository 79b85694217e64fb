/**
 * Files of one worker share its globals. What a test left behind there would count in the files after it: an attempt of an
 * agent that never answers as running, a server of ours that listens in every fetch.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, expect } from 'vitest'

const ATTEMPTS = Symbol.for('tracewright.attempts')
const INTERCEPTION = Symbol.for('tracewright.interception')
const FETCH = Symbol.for('tracewright.test.fetch')
const STORAGES = Symbol.for('tracewright.test.storages')
const holder = globalThis as {
  [ATTEMPTS]?: unknown
  [INTERCEPTION]?: { ours?: { close: () => void } | undefined; wanted: boolean }
  [FETCH]?: typeof fetch
  [STORAGES]?: Set<AsyncLocalStorage<unknown>>
}

/** The storages that files ran code in, from now on: Node 20 copies the value of each to every promise of the worker. */
function collectStorages(): Set<AsyncLocalStorage<unknown>> {
  const storages = new Set<AsyncLocalStorage<unknown>>()
  const { run } = AsyncLocalStorage.prototype
  AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: never) {
    storages.add(this)
    return Reflect.apply(run, this, args)
  }
  return storages
}

/**
 * Says that this worker stopped as soon as Vitest asks for it, and Vitest ends the process. Vitest would first clean up the
 * fixtures of every test once for each file, which takes a worker of all files ten seconds of CPU; none outlives its file.
 */
if (holder[FETCH] === undefined)
  process.prependListener('message', (message) => {
    if (Object(message).type === 'stop') process.send?.({ type: 'stopped', __vitest_worker_response__: true })
  })

delete holder[ATTEMPTS]
holder[FETCH] ??= fetch
holder[STORAGES] ??= collectStorages()

afterAll(() => {
  const interception = holder[INTERCEPTION]
  if (interception !== undefined) {
    interception.wanted = false
    interception.ours?.close()
    interception.ours = undefined
  }
  for (const storage of holder[STORAGES] ?? []) storage.disable()
  holder[STORAGES]?.clear()
  expect(fetch, 'a file must leave the fetch that it found').toBe(holder[FETCH])
})
