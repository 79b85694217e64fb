import pLimit from 'p-limit'
import { delay } from '../shared/timer.ts'
import { listCauses } from './unreachable.ts'

export interface ThrottleOptions {
  /** Requests in flight at once. Default no limit. */
  readonly concurrency?: number
  /** Requests that may be begun in a minute, evenly spread. Default no limit. */
  readonly perMinute?: number
  /** How often a request is made anew that could not be answered. Default 5. */
  readonly retries?: number
  /** Milliseconds before the first of these; doubled each time. Default 500. */
  readonly firstWait?: number
}

/** Longest wait that a server may ask for, in milliseconds; beyond it the request fails. */
const MAX_WAIT = 60_000

/** Whether asking again may help: too many requests, a fault of the server, or no connection. */
export function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const status =
    Reflect.get(error, 'status') ?? Reflect.get(error, 'statusCode') ?? Reflect.get(error, 'status_code')
  if (typeof status === 'number') return status === 408 || status === 409 || status === 429 || status >= 500
  if (Reflect.get(error, 'name') === 'TimeoutError') return true
  const isLost = ({ code }: { code?: unknown }): boolean =>
    /^(?:ECONN|ETIMEDOUT|EPIPE|UND_ERR)/.test(String(code))
  return listCauses(error).some(isLost) || isTorn(error)
}

/** Whether an answer ended before its end, as `fetch`, `node-fetch` and the client of Ollama say it. */
const isTorn = (error: object): boolean =>
  /^terminated$|premature close|Did not receive done/i.test(String(Reflect.get(error, 'message')))

/** Milliseconds that a server asks to wait by `Retry-After`, in seconds or as a date; undefined where it does not. */
export function retryAfter(error: unknown, now = Date.now()): number | undefined {
  const headers: unknown = Reflect.get(Object(error), 'headers')
  const text: unknown =
    headers instanceof Headers ? headers.get('retry-after') : Reflect.get(Object(headers), 'retry-after')
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/**
 * The requests to one provider: a limit at once and a limit a minute, and after a reply with Retry-After none before
 * its time is over, whoever makes them.
 */
export class Throttle {
  readonly #limit: ReturnType<typeof pLimit> | undefined
  readonly #options: Required<Omit<ThrottleOptions, 'concurrency' | 'perMinute'>>
  readonly #spacing: number
  /** When the next request may begin, by the clock of `performance`. */
  #next = 0

  constructor({ concurrency, perMinute, retries = 5, firstWait = 500 }: ThrottleOptions = {}) {
    this.#limit = concurrency === undefined ? undefined : pLimit(concurrency)
    this.#spacing = perMinute === undefined ? 0 : 60_000 / perMinute
    this.#options = { retries, firstWait }
  }

  /**
   * Makes a request, anew where that may help.
   *
   * @param signal Ends the waiting
   */
  async request<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let retry = 0; ; retry++) {
      try {
        return await this.#turn(async () => {
          await this.#waitUntilReady(signal)
          return act()
        })
      } catch (error) {
        if (retry >= this.#options.retries || !isPassing(error)) throw error
        const retryDelay = retryAfter(error)
        if (retryDelay !== undefined && retryDelay > MAX_WAIT) throw error
        // A little more each: clients that were refused together are not to come back together.
        const backoffMs = this.#options.firstWait * 2 ** retry * (1 + Math.random() / 4)
        if (retryDelay === undefined) await delay(backoffMs, undefined, signal && { signal })
        else this.#next = Math.max(this.#next, performance.now() + retryDelay)
      }
    }
  }

  #turn<T>(act: () => Promise<T>): Promise<T> {
    return this.#limit === undefined ? act() : this.#limit(act)
  }

  async #waitUntilReady(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const wait = this.#next - performance.now()
      if (wait <= 0) break
      await delay(wait, undefined, signal && { signal })
    }
    if (this.#spacing > 0) this.#next = performance.now() + this.#spacing
  }
}
