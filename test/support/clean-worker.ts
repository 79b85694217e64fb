/**
 * Files of one worker share its globals. What a test left behind there would count in the files after it: an attempt of an
 * agent that never answers as running, a server of ours that listens in every fetch.
 */
import { afterAll, expect } from 'vitest'

const ATTEMPTS = Symbol.for('tracewright.attempts')
const INTERCEPTION = Symbol.for('tracewright.interception')
const FETCH = Symbol.for('tracewright.test.fetch')
const holder = globalThis as {
  [ATTEMPTS]?: unknown
  [INTERCEPTION]?: { ours?: { close: () => void } | undefined; wanted: boolean }
  [FETCH]?: typeof fetch
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

afterAll(() => {
  const interception = holder[INTERCEPTION]
  if (interception !== undefined) {
    interception.wanted = false
    interception.ours?.close()
    interception.ours = undefined
  }
  expect(fetch, 'a file must leave the fetch that it found').toBe(holder[FETCH])
})
